/// A line of C that includes a header by its name: `#include <name>`.
public struct IncludeLine {
    /// The indexes of the quotation marks or brackets before and after the name.
    public let start: Int
    public let end: Int
    public let name: String

    /// Reads an include line; nil for any other line, and for `#include MACRO`.
    public init?(_ line: ArraySlice<UInt8>) {
        var rest = line.drop(while: Self.isSpace)
        guard rest.first == UInt8(ascii: "#") else { return nil }
        rest = rest.dropFirst().drop(while: Self.isSpace)
        guard rest.starts(with: Array("include".utf8)) else { return nil }
        rest = rest.dropFirst(7).drop(while: Self.isSpace)
        guard let open = rest.first, open == UInt8(ascii: "<") || open == UInt8(ascii: "\"") else { return nil }
        let close = open == UInt8(ascii: "<") ? UInt8(ascii: ">") : open
        guard let end = rest.dropFirst().firstIndex(of: close) else { return nil }
        start = rest.startIndex
        self.end = end
        name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
