/// A patch's lines, read in order.
struct PatchText {
    let name: String
    let lines: [ArraySlice<UInt8>]
    /// The index of the next line.
    var index = 0

    init(_ bytes: [UInt8], name: String) {
        self.name = name
        // A missing line end of the patch's last line was lost from the patch; it is not a change of the file.
        let isWhole = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
        lines = TextLines.split(isWhole ? bytes : bytes + [UInt8(ascii: "\n")])
    }

    var isAtEnd: Bool { index >= lines.count }

    /// The next line with its line end; nil after the last line.
    var next: ArraySlice<UInt8>? { isAtEnd ? nil : lines[index] }

    func begins(_ prefix: StaticString, at place: Int? = nil) -> Bool {
        let place = place ?? index
        guard lines.indices.contains(place) else { return false }
        return prefix.withUTF8Buffer { lines[place].starts(with: $0) }
    }

    /// Returns the next line's text after a prefix, without the line end; nil if the line does not have the prefix.
    func rest(after prefix: StaticString) throws(PatchError) -> ArraySlice<UInt8>? {
        guard begins(prefix), let line = next else { return nil }
        let text = line.dropFirst(prefix.utf8CodeUnitCount).dropLast()
        guard text.last != UInt8(ascii: "\r") else { throw error(.carriageReturn) }
        return text
    }

    /// Returns an error at the next line.
    func error(_ reason: PatchError.Reason) -> PatchError {
        PatchError(patch: name, line: min(index + 1, max(lines.count, 1)), reason: reason)
    }

    /// Returns an error that shows the next line.
    func malformed() -> PatchError {
        error(.malformedHeader(String(decoding: (next ?? []).dropLast().prefix(80), as: UTF8.self)))
    }
}
