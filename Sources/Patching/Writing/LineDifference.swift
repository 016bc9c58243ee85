// Finds the common lines of two texts: the greedy algorithm of E. Myers, "An O(ND) Difference Algorithm and Its
// Variations", Algorithmica 1 (1986). Its time and memory grow with the square of the number of differences: beyond
// `maximumDifferences`, all lines between the common beginning and end count as changed, which is correct, only longer.

/// A changed range of lines: these lines of the old text became those of the new. One of the ranges may be empty.
struct LineChange: Hashable, Sendable {
    var old: Range<Int>
    var new: Range<Int>
}

enum LineDifference {
    static let maximumDifferences = 1500

    /// Returns the changes in order, with at least one common line between two changes. Lines are given by numbers,
    /// equal for equal lines.
    static func changes(from old: [Int], to new: [Int]) -> [LineChange] {
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        let (a, b) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
        if a.isEmpty && b.isEmpty { return [] }
        guard let trace = trace(a, b) else { return [LineChange(old: a.indices, new: b.indices)] }
        return joined(backtrack(trace, a, b))
    }

    /// Returns, for each number of differences, how far each diagonal was reached (in lines of `old`);
    /// nil when there are too many differences.
    private static func trace(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> [[Int]]? {
        var reached = [0, 0, 0]
        var trace: [[Int]] = []
        for count in 0...min(a.count + b.count, maximumDifferences) {
            trace.append(reached)
            // Diagonal k is at k + count + 1, with one more place on both sides for the next round.
            var next = [Int](repeating: 0, count: 2 * count + 5)
            for diagonal in stride(from: -count, through: count, by: 2) {
                var x = step(reached, count, diagonal)
                while x < a.count, x - diagonal < b.count, a[a.startIndex + x] == b[b.startIndex + x - diagonal] {
                    x += 1
                }
                next[diagonal + count + 2] = x
                if x >= a.count && x - diagonal >= b.count { return trace }
            }
            reached = next
        }
        return nil
    }

    /// Returns the start of a diagonal with one more difference: from the diagonal above (a line added) or below
    /// (removed).
    private static func step(_ reached: [Int], _ count: Int, _ diagonal: Int) -> Int {
        if count == 0 { return 0 }
        return isAddition(reached, count, diagonal)
            ? reached[diagonal + 1 + count + 1] : reached[diagonal - 1 + count + 1] + 1
    }

    private static func isAddition(_ reached: [Int], _ count: Int, _ diagonal: Int) -> Bool {
        diagonal == -count
            || (diagonal != count && reached[diagonal - 1 + count + 1] < reached[diagonal + 1 + count + 1])
    }

    /// Returns single lines that were removed or added, in order.
    private static func backtrack(_ trace: [[Int]], _ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> [LineChange] {
        var (x, y) = (a.count, b.count)
        var changes: [LineChange] = []
        for count in stride(from: trace.count - 1, to: 0, by: -1) {
            let isAddition = isAddition(trace[count], count, x - y)
            let before = x - y + (isAddition ? 1 : -1)
            x = trace[count][before + count + 1]
            y = x - before
            let (old, new) = (a.startIndex + x, b.startIndex + y)
            changes.append(
                isAddition
                    ? LineChange(old: old..<old, new: new..<new + 1) : LineChange(old: old..<old + 1, new: new..<new)
            )
        }
        return changes.reversed()
    }

    private static func joined(_ changes: [LineChange]) -> [LineChange] {
        changes.reduce(into: []) { joined, change in
            if let last = joined.last, last.old.upperBound == change.old.lowerBound,
                last.new.upperBound == change.new.lowerBound
            {
                joined[joined.count - 1].old = last.old.lowerBound..<change.old.upperBound
                joined[joined.count - 1].new = last.new.lowerBound..<change.new.upperBound
            } else {
                joined.append(change)
            }
        }
    }
}
