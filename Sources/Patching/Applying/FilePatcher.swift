// Applies hunks to one file. Matching is exact: every line of a hunk that is not added must exist, byte for byte. Only
// the place may differ, if exactly one place fits.
//
// - A hunk is tried at its stated place, shifted by the displacement of the previous hunk.
// - If it does not fit there, it is applied at the only other place after the previous hunks where it fits. If it fits
//   at several places, the patch does not apply.
// - A hunk with fewer lines of context after its changes than before them (and fewer than three) was made at the end of
//   a file and fits only there. Likewise, a hunk that starts at line 1 and has fewer lines of context before its
//   changes than after them fits only at the beginning.
//
// GNU patch with `--fuzz=0` does the same, except that it takes the nearest of several places.

import Basics

/// Applies the hunks of one file.
struct FilePatcher {
    let patch: String
    let path: RelativePath
    /// The remaining number of line comparisons in searches for places.
    var comparisons: Int

    private(set) var lines: [ArraySlice<UInt8>]
    /// A number for each line; equal lines have equal numbers.
    private(set) var numbers: [Int] = []
    private var numbering = TextLines.Numbering()
    /// The first line after all applied hunks, from 0.
    private(set) var cursor = 0
    /// The displacement of the last hunk.
    private var shift = 0

    init(_ bytes: [UInt8], patch: String, path: RelativePath, comparisons: Int) {
        self.patch = patch
        self.path = path
        self.comparisons = comparisons
        lines = TextLines.split(bytes)
        for line in lines { numbers.append(numbering.number(of: line)) }
    }

    /// The result of patching a file.
    struct Result {
        var bytes: [UInt8]
        var moves: [HunkMove]
    }

    mutating func apply(_ hunks: [Hunk]) throws(PatchError) -> Result {
        var result = Result(bytes: [], moves: [])
        for (index, hunk) in hunks.enumerated() {
            let stated = hunk.old.count == 0 ? hunk.old.start : hunk.old.start - 1
            let place = try place(of: hunk, number: index + 1, expected: stated + shift)
            if place != stated + shift {
                result.moves.append(HunkMove(path: path, hunk: index + 1, lines: place - stated))
            }
            for line in lines[cursor..<place] { result.bytes += line }
            for line in hunk.after { result.bytes += line.bytes }
            cursor = place + hunk.before.count
            shift = place - stated
        }
        for line in lines[cursor...] { result.bytes += line }
        return result
    }

    /// Returns the place where the hunk fits, from 0.
    private mutating func place(of hunk: Hunk, number: Int, expected: Int) throws(PatchError) -> Int {
        if let fault = unplaced(hunk, number) { throw PatchError(patch: patch, line: hunk.line, reason: fault) }
        var search = search(hunk.before, edges: hunk.edges)
        if search.fits(at: expected, in: self) { return expected }
        let places = search.all(in: self, near: expected)
        comparisons = search.comparisons
        let fault: PatchError.HunkFault
        switch places.count {
        case _ where comparisons <= 0: fault = .unsearchable
        case 0: fault = whyNot(hunk, search, expected)
        case 1: return places[0]
        default: fault = .ambiguous(lines: places.map { $0 + 1 })
        }
        throw PatchError(patch: patch, line: hunk.line, reason: .hunk(number: number, of: path, fault))
    }

    /// Returns the fault of a hunk without old lines, which fits only an empty file; nil if there is none.
    private func unplaced(_ hunk: Hunk, _ number: Int) -> PatchError.Reason? {
        guard hunk.before.isEmpty, !lines.isEmpty || hunk.old.start > 0 else { return nil }
        return hunk.old.start == 0 && cursor == 0
            ? .target(path, .exists) : .hunk(number: number, of: path, .noContext)
    }

    private mutating func search(_ wanted: [Hunk.Line], edges: Hunk.Edges) -> HunkSearch {
        let sought = wanted.map { numbering.number(of: $0.bytes) }
        return HunkSearch(wanted: sought, edges: edges, comparisons: comparisons)
    }

    private mutating func whyNot(_ hunk: Hunk, _ search: HunkSearch, _ expected: Int) -> PatchError.HunkFault {
        let before = hunk.before
        let (place, length) = (search.nearest.place, search.nearest.length)
        if length == before.count { return .notAtEdge(hunk.edges.beginning && place != 0 ? .beginning : .end) }
        var applied = self.search(hunk.after, edges: hunk.edges)
        let isApplied = !hunk.after.isEmpty && !applied.all(in: self, near: expected).isEmpty
        let line = place + length
        return .differs(
            PatchError.Difference(
                patchLine: before[length].line, fileLine: min(line, lines.count) + 1,
                expected: Array(before[length].bytes), found: lines.indices.contains(line) ? Array(lines[line]) : nil),
            isApplied: isApplied)
    }
}

/// A hunk that was applied at another place than the stated one.
public struct HunkMove: Hashable, Sendable, CustomStringConvertible {
    public var path: RelativePath
    /// The hunk's number, from 1.
    public var hunk: Int
    /// The displacement in lines; negative for up.
    public var lines: Int

    public var description: String {
        let count = abs(lines)
        return
            "hunk \(hunk) of `\(path.string.onOneLine)` matches \(count) \(count == 1 ? "line" : "lines")"
            + " further \(lines < 0 ? "up" : "down")"
    }
}
