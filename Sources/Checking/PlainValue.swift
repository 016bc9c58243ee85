import Foundation

/// A value of a JSON file or a property list, in words common to both.
enum PlainValue: Hashable, Sendable, Decodable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([PlainValue])
    case map([String: PlainValue])
    case nothing

    init(from decoder: any Decoder) throws {
        if let keys = try? decoder.container(keyedBy: AnyKey.self) {
            var map: [String: PlainValue] = [:]
            for key in keys.allKeys { map[key.stringValue] = try keys.decode(PlainValue.self, forKey: key) }
            self = .map(map)
        } else if var items = try? decoder.unkeyedContainer() {
            var list: [PlainValue] = []
            while !items.isAtEnd { list.append(try items.decode(PlainValue.self)) }
            self = .list(list)
        } else {
            self = Self.scalar(try decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) -> PlainValue {
        if let flag = try? container.decode(Bool.self) { return .flag(flag) }
        if let text = try? container.decode(String.self) { return .text(text) }
        if let number = try? container.decode(Double.self) { return .number(number) }
        return .nothing
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [PlainValue]? { if case .list(let list) = self { list } else { nil } }
    var map: [String: PlainValue]? { if case .map(let map) = self { map } else { nil } }

    /// The texts of a list; nil for a value that is no list, or one of other things.
    var texts: [String]? {
        guard let list else { return nil }
        let texts = list.compactMap(\.text)
        return texts.count == list.count ? texts : nil
    }
}

extension PlainValue {
    /// Larger ones are no descriptions of packages.
    static let largestFile = 4 << 20
    /// Deeper ones are made to overflow stacks.
    static let deepest = 64

    /// Why a file cannot be read as one of these.
    struct Unreadable: Error, Hashable {
        var reason: String
    }

    static func json(_ bytes: [UInt8]) throws(Unreadable) -> PlainValue {
        try checkSize(bytes)
        guard depth(of: bytes, opening: ["{", "["], closing: ["}", "]"]) <= deepest else {
            throw Unreadable(reason: "it is nested too deeply")
        }
        do {
            return try JSONDecoder().decode(PlainValue.self, from: Data(bytes))
        } catch {
            throw Unreadable(reason: "it is no JSON" + placeWords(error))
        }
    }

    static func plist(_ bytes: [UInt8]) throws(Unreadable) -> PlainValue {
        try checkSize(bytes)
        guard depth(of: bytes, opening: ["<dict>", "<array>"], closing: ["</dict>", "</array>"]) <= deepest else {
            throw Unreadable(reason: "it is nested too deeply")
        }
        do {
            return try PropertyListDecoder().decode(PlainValue.self, from: Data(bytes))
        } catch {
            throw Unreadable(reason: "it is no property list")
        }
    }

    private static func checkSize(_ bytes: [UInt8]) throws(Unreadable) {
        guard bytes.count <= largestFile else { throw Unreadable(reason: "it is larger than 4 MB") }
        guard !bytes.isEmpty else { throw Unreadable(reason: "it is empty") }
    }

    /// How deeply marks are nested at most; marks inside texts are counted too, which errs on the safe side.
    private static func depth(of bytes: [UInt8], opening: [String], closing: [String]) -> Int {
        let opening = opening.map { Array($0.utf8) }
        let closing = closing.map { Array($0.utf8) }
        var (depth, greatest) = (0, 0)
        let first = Set((opening + closing).compactMap(\.first))
        for (index, byte) in bytes.enumerated() where first.contains(byte) {
            let rest = bytes[index...]
            if opening.contains(where: rest.starts(with:)) {
                depth += 1
                greatest = max(greatest, depth)
            } else if closing.contains(where: rest.starts(with:)) {
                depth = max(0, depth - 1)
            }
        }
        return greatest
    }

    /// The byte that Foundation stopped at, where it tells.
    private static func placeWords(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "" }
        let inner = context.underlyingError.map { ($0 as NSError).userInfo } ?? [:]
        if let index = inner["NSJSONSerializationErrorIndex"] as? Int { return ": byte \(index)" }
        let words = (inner[NSDebugDescriptionErrorKey] as? String) ?? ""
        return words.isEmpty ? "" : ": " + words.prefix(1).lowercased() + words.dropFirst().prefix { $0 != "." }
    }
}
