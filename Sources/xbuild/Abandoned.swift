/// What a process that is about to end does not take apart: with the plan of forty thousand builds that would be a
/// tenth of its time.
enum Abandoned {
    /// Keeps a value until the process ends.
    static func keep<Value>(_ value: Value) { _ = Unmanaged.passRetained(Holder(value)) }

    private final class Holder<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }
}
