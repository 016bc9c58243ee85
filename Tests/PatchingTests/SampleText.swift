import TestSupport

/// Makes texts with many duplicate lines, and edits of these texts.
struct SampleText {
    var numbers: SeededRandom

    init(seed: UInt64) { numbers = SeededRandom(seed: seed) }

    /// Returns lines with many duplicates, and the given share (in percent) of unique lines.
    mutating func lines(_ count: Int, unique: Int) -> [String] {
        (0..<count).map { index in
            Int.random(in: 0..<100, using: &numbers) < unique
                ? "line \(index) \(Int.random(in: 0..<1000, using: &numbers))"
                : ["{", "}", "", "    return 0;", "\tx += 1;", "-- ", "++ b"].randomElement(using: &numbers) ?? ""
        }
    }

    /// Returns the lines with some removed, added or changed.
    mutating func edited(_ lines: [String], edits: Int) -> [String] {
        var lines = lines
        for edit in 0..<edits {
            let place = Int.random(in: 0...lines.count, using: &numbers)
            let end = min(lines.count, place + Int.random(in: 0...3, using: &numbers))
            let count = Int.random(in: 0...3, using: &numbers)
            let fresh = (0..<count).map { "edit \(edit) \($0)" }
            lines.replaceSubrange(place..<end, with: fresh)
        }
        return lines
    }

    /// Returns the lines with their ends; with `isUnended`, without the last line end.
    mutating func bytes(_ lines: [String], end: String = "\n", isUnended: Bool) -> [UInt8] {
        let text = lines.map { $0 + end }.joined()
        return Array(isUnended && !lines.isEmpty ? text.utf8.dropLast(end.utf8.count) : text.utf8.dropLast(0))
    }

    /// Returns true with this probability.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }
}
