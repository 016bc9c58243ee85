import Foundation

/// A value of a JSON file or a property list, in a common form.
enum PlainValue: Hashable, Sendable, Decodable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([PlainValue])
    case map([String: PlainValue])
    case nothing

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let map = try? container.decode([String: PlainValue].self) {
            self = .map(map)
        } else if let list = try? container.decode([PlainValue].self) {
            self = .list(list)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = (try? container.decode(Double.self)).map { .number($0) } ?? .nothing
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [PlainValue]? { if case .list(let list) = self { list } else { nil } }
    var map: [String: PlainValue]? { if case .map(let map) = self { map } else { nil } }

    /// The texts of a list; nil for a value that is not a list of texts.
    var texts: [String]? {
        guard let list else { return nil }
        let texts = list.compactMap(\.text)
        return texts.count == list.count ? texts : nil
    }
}

extension PlainValue {
    /// The size limit of a JSON file or property list, in bytes.
    static let largestFile = 4 << 20
    /// The depth limit: deeper values could overflow the stack.
    static let deepest = 64

    /// The reason why a file cannot be read as JSON or a property list.
    struct Unreadable: Error, Hashable {
        var reason: String
    }

    static func json(_ bytes: [UInt8]) throws(Unreadable) -> PlainValue {
        try checkSize(bytes)
        // Text in UTF-16 or UTF-32 has zero bytes. `depth` counts brackets of UTF-8, the only encoding in RFC 8259.
        guard !bytes.contains(0) else { throw Unreadable(reason: "it is not JSON in UTF-8") }
        guard depth(ofJSON: bytes) <= deepest else { throw Unreadable(reason: "it is nested too deeply") }
        do {
            return try JSONDecoder().decode(PlainValue.self, from: Data(bytes))
        } catch {
            throw Unreadable(reason: "it is not JSON" + placeWords(error))
        }
    }

    static func plist(_ bytes: [UInt8]) throws(Unreadable) -> PlainValue {
        try checkSize(bytes)
        if BinaryPlist.isOne(bytes) { return try BinaryPlist.read(bytes) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            guard let text = String(data: Data(bytes), encoding: .utf16) else {
                throw Unreadable(reason: "it is not text in UTF-16")
            }
            return try XMLPlist.read(Array(text.utf8))
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return try XMLPlist.read(bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes)
    }

    /// The error for a file of more than `largestFile` bytes.
    static var tooLarge: Unreadable { Unreadable(reason: "it is larger than 4 MB") }

    private static func checkSize(_ bytes: [UInt8]) throws(Unreadable) {
        guard bytes.count <= largestFile else { throw tooLarge }
        guard !bytes.isEmpty else { throw Unreadable(reason: "it is empty") }
    }

    /// Returns the greatest depth of lists and objects; brackets in texts do not count.
    private static func depth(ofJSON bytes: [UInt8]) -> Int {
        var (depth, greatest) = (0, 0)
        var isText = false
        var isEscaped = false
        for byte in bytes {
            if isText {
                if !isEscaped, byte == UInt8(ascii: "\"") { isText = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                greatest = max(greatest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return greatest
    }

    /// Returns the place or the reason in an error of Foundation, as the end of a message; empty if it has neither.
    private static func placeWords(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "" }
        let inner = context.underlyingError.map { ($0 as NSError).userInfo } ?? [:]
        if let index = inner["NSJSONSerializationErrorIndex"] as? Int { return ": byte \(index)" }
        let words = (inner[NSDebugDescriptionErrorKey] as? String) ?? ""
        return words.isEmpty ? "" : ": " + words.prefix(1).lowercased() + words.dropFirst().prefix { $0 != "." }
    }
}
