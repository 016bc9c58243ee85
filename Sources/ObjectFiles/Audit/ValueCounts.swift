/// Counts the values of a sequence in which equal values usually come in runs: properties of objects, first words of
/// symbols.
struct ValueCounts<Value: Hashable> {
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

    /// Returns each value with its count.
    consuming func all() -> [Value: Int] {
        endRun()
        return earlier
    }
}
