/// A path below some root that the context names: `include/secp256k1.h`.
///
/// It never leaves that root: no leading `/`, no `.` or `..`, no empty component, no NUL or control character. Only a
/// valid one can be built, so nobody checks again.
public struct RelativePath: Hashable, Sendable, Comparable {
    /// The components, joined by `/`; never empty.
    public let string: String

    /// Reads a path; nil when it is empty, absolute, or has an empty, `.` or `..` component.
    public init?(_ string: String) {
        guard Self.isPath(string.utf8) else { return nil }
        self.string = string
    }

    private init(valid string: String) { self.string = string }

    /// Byte by byte, as the system reads it: a slash with an accent upon it is another character, and still a slash.
    private static func isPath(_ bytes: String.UTF8View) -> Bool {
        var (length, dots) = (0, 0)
        let isComponent = { length > 0 && !(length <= 2 && dots == length) }
        for byte in bytes {
            switch byte {
            case slash:
                guard isComponent() else { return false }
                (length, dots) = (0, 0)
            case ..<0x20, 0x7F: return false
            default:
                length += 1
                if byte == 0x2E { dots += 1 }
            }
        }
        return isComponent()
    }

    private static let slash: UInt8 = 0x2F

    public var components: [String] { string.utf8.split(separator: Self.slash).map { String(Substring($0)) } }

    /// The last component.
    public var name: String {
        guard let slash = string.utf8.lastIndex(of: Self.slash) else { return string }
        return String(string[string.utf8.index(after: slash)...])
    }

    /// All but the last component; nil for a path of one.
    public var parent: RelativePath? {
        string.utf8.lastIndex(of: Self.slash).map { RelativePath(valid: String(string[..<$0])) }
    }

    /// This path with another one below it.
    public func appending(_ other: RelativePath) -> RelativePath {
        RelativePath(valid: string + "/" + other.string)
    }

    /// The part of this path that lies below `folder`; nil when it does not.
    public func relative(to folder: RelativePath) -> RelativePath? {
        let (bytes, count) = (string.utf8, folder.string.utf8.count)
        guard bytes.starts(with: folder.string.utf8), bytes.dropFirst(count).first == Self.slash else { return nil }
        return RelativePath(valid: String(Substring(bytes.dropFirst(count + 1))))
    }

    public static func < (left: RelativePath, right: RelativePath) -> Bool { left.string < right.string }
}

extension RelativePath: CustomStringConvertible, Codable, ExpressibleByStringLiteral {
    public var description: String { string }

    /// A path written in our own source; a bad one is a mistake in the program, not in its input.
    public init(stringLiteral value: StaticString) {
        let text = value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        guard let path = RelativePath(text) else { preconditionFailure("not a relative path: \(value)") }
        self = path
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let path = RelativePath(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a relative path: \(text)")
        }
        self = path
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

/// As a dictionary's key it is a key of JSON, and not every other item of a list.
extension RelativePath: CodingKeyRepresentable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public var codingKey: any CodingKey { Key(stringValue: string) }

    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}
