/// How often each value of a sequence occurs, where the same one mostly comes many times in a row: answers of objects,
/// first words of symbols.
struct RunCounts<Value: Hashable> {
    private var earlier: [Value: Int] = [:]
    private var run: (value: Value, count: Int)?

    mutating func add(_ value: Value) {
        if run?.value == value {
            run?.count += 1
        } else {
            endRun()
            run = (value, 1)
        }
    }

    private mutating func endRun() {
        if let run { earlier[run.value, default: 0] += run.count }
        run = nil
    }

    /// Each value with its number.
    consuming func all() -> [Value: Int] {
        endRun()
        return earlier
    }
}
