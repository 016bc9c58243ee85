/// Reads hunks, each with as many lines as the counts in its header.
extension DiffReader {
    mutating func hunks() throws(PatchError) -> [Hunk] {
        var hunks: [Hunk] = []
        while let header = try text.rest(after: "@@ -") {
            guard let (old, new) = Self.extents(header) else { throw text.malformed() }
            var hunk = Hunk(line: text.index + 1, old: old, new: new, lines: [])
            guard old.count + new.count > 0 else { throw text.error(.malformedHunk) }
            text.index += 1
            try fill(&hunk)
            try checkLineEnds(hunk)
            hunks.append(hunk)
        }
        return hunks
    }

    /// Reads `1,3 +2,4 @@ …`.
    private static func extents(_ header: ArraySlice<UInt8>) -> (Hunk.Extent, Hunk.Extent)? {
        let words = header.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count >= 3, words[1].first == UInt8(ascii: "+"), words[2].elementsEqual("@@".utf8),
            let old = extent(words[0]), let new = extent(words[1].dropFirst())
        else { return nil }
        return (old, new)
    }

    private static func extent(_ word: ArraySlice<UInt8>) -> Hunk.Extent? {
        let numbers = word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(number)
        guard let first = numbers.first, let start = first, let last = numbers.last, numbers.count <= 2 else {
            return nil
        }
        guard let count = numbers.count == 1 ? 1 : last, start > 0 || count == 0 else { return nil }
        return Hunk.Extent(start: start, count: count)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...10).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func fill(_ hunk: inout Hunk) throws(PatchError) {
        var (old, new) = (hunk.old.count, hunk.new.count)
        while old > 0 || new > 0 {
            if takeMark(&hunk) { continue }
            guard let line = hunkLine() else { throw text.error(.shortHunk) }
            if line.kind != .added { old -= 1 }
            if line.kind != .removed { new -= 1 }
            guard old >= 0, new >= 0 else { throw text.error(.longHunk) }
            hunk.lines.append(line)
            text.index += 1
        }
        _ = takeMark(&hunk)
        let isSignature = text.next.map { $0.elementsEqual("-- \n".utf8) || $0.elementsEqual("--\n".utf8) } == true
        guard isSignature || isHeader || hunkLine()?.isEmptied != false else { throw text.error(.longHunk) }
    }

    private func hunkLine() -> Hunk.Line? {
        guard let line = text.next, let first = line.first else { return nil }
        let number = text.index + 1
        return switch first {
        case UInt8(ascii: " "): Hunk.Line(kind: .context, bytes: line.dropFirst(), line: number)
        case UInt8(ascii: "-"): Hunk.Line(kind: .removed, bytes: line.dropFirst(), line: number)
        case UInt8(ascii: "+"): Hunk.Line(kind: .added, bytes: line.dropFirst(), line: number)
        case UInt8(ascii: "\n"): Hunk.Line(kind: .context, bytes: line, line: number)
        default: nil
        }
    }

    /// Reads the line `\ No newline at end of file`, if it is next, and removes the line end of the line before it. The
    /// text after the backslash depends on the locale of the patch's author.
    private mutating func takeMark(_ hunk: inout Hunk) -> Bool {
        guard text.begins("\\ "), let last = hunk.lines.indices.last,
            hunk.lines[last].bytes.last == UInt8(ascii: "\n")
        else { return false }
        hunk.lines[last].bytes.removeLast()
        text.index += 1
        return true
    }

    /// Checks that only the last line of a file lacks a line end.
    private func checkLineEnds(_ hunk: Hunk) throws(PatchError) {
        for side in [hunk.before, hunk.after] {
            for line in side.dropLast() where line.bytes.last != UInt8(ascii: "\n") {
                throw PatchError(patch: text.name, line: line.line, reason: .malformedHunk)
            }
        }
    }
}

extension Hunk.Line {
    /// Whether the line is empty; an empty line after a hunk belongs to the text between files.
    fileprivate var isEmptied: Bool { kind == .context && bytes.count == 1 }
}
