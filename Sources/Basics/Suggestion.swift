/// Finds the known word nearest to a misspelt one, for `did you mean`.
public enum Suggestion {
    /// Returns the candidate nearest to `word` by edits (insert, delete, replace, swap of neighbours), if the distance
    /// is at most a third of the word's length, rounded up. Of equally near candidates, returns the first in order of
    /// spelling.
    public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        // Longer words are not plausible typos, and a comparison takes time proportional to the product of the lengths.
        guard word.utf8.count <= longest else { return nil }
        let limit = (word.count + 2) / 3
        let near = candidates.filter { $0.utf8.count <= longest && abs($0.count - word.count) <= limit }
        let ranked = near.map { (edits(word.lowercased(), $0.lowercased()), $0) }.filter { $0.0 <= limit }
        return ranked.min { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 < $1.0 }?.1
    }

    private static let longest = 256

    /// Returns the optimal string alignment distance.
    static func edits(_ left: String, _ right: String) -> Int {
        let (a, b) = (Array(left), Array(right))
        var rows = [Array(0...b.count)]
        for i in 1..<(a.count + 1) {
            var row = [i]
            for j in 1..<(b.count + 1) {
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1)
                best = min(best, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
