/// The search for places in a file that contain a hunk's lines.
struct HunkSearch {
    /// The numbers of the hunk's lines, as `FilePatcher.numbers` has them for the file's.
    let wanted: [Int]
    let edges: Hunk.Edges
    /// The remaining number of line comparisons.
    var comparisons: Int
    /// The place where most of the hunk's leading lines match, and their number.
    private(set) var nearest = (place: 0, length: -1)

    /// The limit of places to find: messages show a few, and more than one is an error.
    private static let placesKept = 3

    mutating func fits(at place: Int, in file: FilePatcher) -> Bool {
        guard place >= file.cursor, place <= file.lines.count else { return false }
        let rest = file.numbers.count - place
        var length = 0
        while length < min(wanted.count, rest), file.numbers[place + length] == wanted[length] { length += 1 }
        comparisons -= length + 1
        if length > nearest.length { nearest = (place, length) }
        return length == wanted.count && (!edges.beginning || place == 0) && (!edges.end || length == rest)
    }

    /// Returns all places, up to three. `nearest` keeps the first of equally good places, or the expected place if it
    /// is one of them.
    mutating func all(in file: FilePatcher, near expected: Int) -> [Int] {
        var places: [Int] = []
        if nearest.length < 0 { nearest = (min(max(expected, file.cursor), file.lines.count), 0) }
        for place in file.cursor...file.lines.count where places.count < Self.placesKept && comparisons > 0 {
            if fits(at: place, in: file) { places.append(place) }
        }
        return places
    }
}

extension Hunk {
    /// The ends of a file at which a hunk must be.
    struct Edges: Hashable, Sendable {
        var beginning: Bool
        var end: Bool
    }

    /// The default number of context lines in diffs.
    private static let usualContext = 3

    var edges: Edges {
        let leading = lines.prefix { $0.kind == .context }.count
        let trailing = lines.reversed().prefix { $0.kind == .context }.count
        let full = min(max(leading, trailing), Self.usualContext)
        let isUnended = after.last.map { $0.bytes.last != UInt8(ascii: "\n") } ?? false
        return Edges(beginning: leading < full && old.start <= 1, end: trailing < full || isUnended)
    }
}
