/// The order of slices in a new fat file. Slices of one processor family are in the order of their subtypes. Slices for
/// 64-bit ARM come after all others, since old systems stop at the first slice that they do not support. Otherwise, the
/// slice with the smaller alignment comes first, which wastes the least space.
///
/// Ties under these rules are not transitive: with equal alignments, armv7s ties with arm64_32, and arm64_32 with
/// armv7, but armv7 comes before armv7s. The result then depends on the sorting algorithm, and equals that of other
/// tools only if the algorithm is the same. This type uses the stable sort of C++ libraries, as llvm-lipo does: it
/// sorts two halves by insertion and merges them, from the end if the first half is longer.
enum FatOrder {
    static func sorted(_ sources: [FatSource]) -> [FatSource] {
        guard sources.count > 1 else { return sources }
        let middle = (sources.count + 1) / 2
        let first = inserted(sources[..<middle])
        let second = inserted(sources[middle...])
        guard first.count > second.count else { return merged(first, second) { precedes($1, $0) } }
        return merged(first.reversed(), second.reversed()) { !precedes($1, $0) }.reversed()
    }

    static func precedes(_ left: FatSource, _ right: FatSource) -> Bool {
        let (a, b) = (left.architecture, right.architecture)
        if a.type == b.type { return a.bareSubtype < b.bareSubtype }
        if a.type == .arm64 { return false }
        if b.type == .arm64 { return true }
        return left.alignment < right.alignment
    }

    /// Sorts by insertion: each element is compared with the front first, then from the back down.
    private static func inserted(_ sources: ArraySlice<FatSource>) -> [FatSource] {
        var sorted: [FatSource] = []
        for source in sources {
            var place = sorted.count
            if let front = sorted.first, precedes(source, front) {
                place = 0
            } else {
                while place > 0, precedes(source, sorted[place - 1]) { place -= 1 }
            }
            sorted.insert(source, at: place)
        }
        return sorted
    }

    private static func merged(
        _ first: [FatSource], _ second: [FatSource], takesSecond: (FatSource, FatSource) -> Bool
    ) -> [FatSource] {
        var all: [FatSource] = []
        var (left, right) = (first[...], second[...])
        while let a = left.first, let b = right.first {
            all.append(takesSecond(a, b) ? right.removeFirst() : left.removeFirst())
        }
        return all + left + right
    }
}
