/// A path below a root that the context gives: `include/secp256k1.h`.
///
/// It never leaves that root: no leading `/`, no `.` or `..`, no empty component, no NUL or control character. The
/// initializers accept only valid paths, so no later check is needed.
public struct RelativePath: Hashable, Sendable, Comparable {
    /// The components, joined by `/`; never empty.
    public let string: String

    /// Reads a path; nil when it is not valid.
    public init?(_ string: String) {
        guard Self.isPath(string.utf8) else { return nil }
        self.string = string
    }

    private init(valid string: String) { self.string = string }

    /// Checks byte by byte, as the system reads paths: a slash with a combining accent is another `Character`, but
    /// still a slash.
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

    /// All but the last component; nil for a path of one component.
    public var parent: RelativePath? {
        string.utf8.lastIndex(of: Self.slash).map { RelativePath(valid: String(string[..<$0])) }
    }

    /// The parent folders, the outermost first.
    public var ancestors: [RelativePath] { parent.map { $0.ancestors + [$0] } ?? [] }

    /// Returns this path followed by `other`.
    public func appending(_ other: RelativePath) -> RelativePath {
        RelativePath(valid: string + "/" + other.string)
    }

    /// Returns the part of this path below `folder`; nil when this path is not below it.
    public func relative(to folder: RelativePath) -> RelativePath? {
        let (bytes, count) = (string.utf8, folder.string.utf8.count)
        guard bytes.starts(with: folder.string.utf8), bytes.dropFirst(count).first == Self.slash else { return nil }
        return RelativePath(valid: String(Substring(bytes.dropFirst(count + 1))))
    }

    public static func < (left: RelativePath, right: RelativePath) -> Bool { left.string < right.string }
}

extension RelativePath: TextCodable, ExpressibleByStringLiteral {
    public var description: String { string }

    /// Makes a path from a literal in the program's source; an invalid literal is a programming error, not bad input.
    public init(stringLiteral value: StaticString) {
        let text = value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        guard let path = RelativePath(text) else { preconditionFailure("not a relative path: \(value)") }
        self = path
    }
}

/// Encodes dictionaries with paths as keys as JSON objects, not as lists of alternating keys and values.
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

extension RelativePath {
    /// Returns the path with this text, which must be valid: callers join words whose grammar ensures that, such as
    /// module names, targets, and package names with versions.
    public static func checked(_ string: String) -> RelativePath {
        guard let path = RelativePath(string) else { preconditionFailure("not a relative path: \(string)") }
        return path
    }
}
