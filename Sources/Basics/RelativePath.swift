/// A path below some root that the context names: `include/secp256k1.h`.
///
/// It never leaves that root: no leading `/`, no `.` or `..`, no empty component, no NUL or control character. Only a
/// valid one can be built, so nobody checks again.
public struct RelativePath: Hashable, Sendable, Comparable {
    /// The components, joined by `/`; never empty.
    public let string: String

    /// Reads a path; nil when it is empty, absolute, or has an empty, `.` or `..` component.
    public init?(_ string: String) {
        let parts = string.split(separator: "/", omittingEmptySubsequences: false)
        guard !string.isEmpty, parts.allSatisfy(Self.isComponent) else { return nil }
        self.string = string
    }

    private init(valid string: String) { self.string = string }

    private static func isComponent(_ part: Substring) -> Bool {
        !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    public var components: [String] { string.split(separator: "/").map(String.init) }

    /// The last component.
    public var name: String { components[components.count - 1] }

    /// All but the last component; nil for a path of one.
    public var parent: RelativePath? {
        let all = components
        return all.count > 1 ? RelativePath(valid: all.dropLast().joined(separator: "/")) : nil
    }

    /// This path with another one below it.
    public func appending(_ other: RelativePath) -> RelativePath {
        RelativePath(valid: string + "/" + other.string)
    }

    /// The part of this path that lies below `folder`; nil when it does not.
    public func relative(to folder: RelativePath) -> RelativePath? {
        string.hasPrefix(folder.string + "/")
            ? RelativePath(valid: String(string.dropFirst(folder.string.count + 1))) : nil
    }

    public static func < (left: RelativePath, right: RelativePath) -> Bool { left.string < right.string }
}

extension RelativePath: CustomStringConvertible, Codable, ExpressibleByStringLiteral {
    public var description: String { string }

    /// A path written in our own source; a bad one is a mistake in the program, not in its input.
    public init(stringLiteral value: StaticString) {
        guard let path = RelativePath("\(value)") else { preconditionFailure("not a relative path: \(value)") }
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
