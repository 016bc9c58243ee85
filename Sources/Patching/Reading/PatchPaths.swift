import Basics

/// Converts the paths of a patch to paths in the source.
struct PatchPaths {
    /// The number of leading folders to drop.
    let strip: Int

    /// Converts a path after `---` or `+++`.
    func path(_ text: String) -> Result<RelativePath, PatchError.Reason> { stripped(text, strip) }

    /// Converts a path of `rename from` and the like, which git writes without `a/`.
    func bare(_ text: String) -> Result<RelativePath, PatchError.Reason> { stripped(text, max(strip - 1, 0)) }

    private func stripped(_ text: String, _ count: Int) -> Result<RelativePath, PatchError.Reason> {
        // Several slashes count as one; a leading slash counts as an empty first component.
        var parts = text.split(separator: "/").map(String.init)
        if text.hasPrefix("/") { parts.insert("", at: 0) }
        guard parts.count > count else { return .failure(.path(text, .nothingLeft(strip: count))) }
        let left = parts.dropFirst(count).filter { $0 != "." }.joined(separator: "/")
        guard let path = RelativePath(left) else { return .failure(.path(text, .unsafe)) }
        return .success(path)
    }

    /// Returns a name, with or without quotes, and the text after it; nil when there is no name.
    ///
    /// A name without quotes ends at a tab. Quotes are C's: `\t`, `\"`, `\\`, three octal digits.
    static func name(_ text: ArraySlice<UInt8>) -> (name: String, rest: ArraySlice<UInt8>)? {
        guard text.first == UInt8(ascii: "\"") else {
            let end = text.firstIndex(of: UInt8(ascii: "\t")) ?? text.endIndex
            guard end > text.startIndex else { return nil }
            return String(validating: text[..<end], as: UTF8.self).map { ($0, text[end...].dropFirst()) }
        }
        var bytes: [UInt8] = []
        var rest = text.dropFirst()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(validating: bytes, as: UTF8.self).map { ($0, rest) } }
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard let escaped = escape(&rest) else { return nil }
            bytes.append(escaped)
        }
        return nil
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
        UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, UInt8(ascii: "\""): 0x22,
        UInt8(ascii: "\\"): 0x5C,
    ]

    private static func escape(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        guard let first = rest.popFirst() else { return nil }
        if let simple = escapes[first] { return simple }
        let digits = [first] + rest.prefix(2)
        guard digits.count == 3, let text = String(validating: digits, as: UTF8.self) else { return nil }
        rest = rest.dropFirst(2)
        return UInt8(text, radix: 8)
    }
}
