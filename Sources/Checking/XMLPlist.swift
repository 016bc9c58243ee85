import Foundation

/// Reads a property list in XML with Foundation's reader.
///
/// That reader recurses without a limit, so a file is refused first if its elements nest too deeply. Only `<plist>` may
/// have attributes: a value in quotes could hide a tag from one of the two readers. Source: Apple's
/// `PropertyList-1.0.dtd`.
enum XMLPlist {
    static func read(_ bytes: [UInt8]) throws(PlainValue.Unreadable) -> PlainValue {
        // Foundation also reads the old format of NeXTSTEP, which may nest too.
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<"), let depth = depth(of: bytes) else {
            throw PlainValue.Unreadable(reason: "it is not a property list")
        }
        guard depth <= PlainValue.deepest else { throw PlainValue.Unreadable(reason: "it is nested too deeply") }
        do {
            return try PropertyListDecoder().decode(PlainValue.self, from: Data(bytes))
        } catch {
            throw PlainValue.Unreadable(reason: "it is not a property list")
        }
    }

    /// Returns the greatest depth of elements below `<plist>`; nil if one of them has attributes.
    private static func depth(of bytes: [UInt8]) -> Int? {
        var (depth, greatest) = (0, 0)
        var isRoot = true
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if let (start, end) = opaque.first(where: { rest.starts(with: $0.start) }) {
                // `<!-->` begins a comment and does not end it.
                rest = rest[endIndex(of: end, in: rest.dropFirst(start.count))...]
                continue
            }
            let end = endIndex(of: [UInt8(ascii: ">")], in: rest)
            let tag = rest[..<end].dropFirst().dropLast()
            rest = rest[end...]
            defer { isRoot = false }
            if isRoot, tag.starts(with: "plist".utf8) { continue }
            guard !tag.contains(where: { "\"'".utf8.contains($0) }) else { return nil }
            // A value in quotes of the root, or a declaration before it, may contain closing tags.
            depth = tag.first == UInt8(ascii: "/") ? max(0, depth - 1) : depth + 1
            greatest = max(greatest, depth)
            if tag.last == UInt8(ascii: "/"), tag.count > 1 { depth -= 1 }
        }
        return greatest
    }

    /// Parts of a file that may contain tags without meaning.
    private static let opaque: [(start: [UInt8], end: [UInt8])] = [
        ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"),
    ].map { (Array($0.utf8), Array($1.utf8)) }

    /// Returns the index after the first `end`; without one, the end of the bytes.
    private static func endIndex(of end: [UInt8], in bytes: ArraySlice<UInt8>) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index...].starts(with: end) { return index + end.count }
            index += 1
        }
        return index
    }
}
