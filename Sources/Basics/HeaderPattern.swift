/// Headers below `include`: a path, or a glob in which `*` stands for any part of a name and a component `**` for any
/// folders: `secp256k1.h`, `openssl/*.h`, `**/*.h`.
public struct HeaderPattern: Hashable, Sendable {
    public let path: RelativePath

    /// Reads a pattern; nil when it is not a relative path.
    public init?(_ text: String) {
        guard let path = RelativePath(text) else { return nil }
        self.path = path
    }

    /// Whether it may stand for several.
    public var isGlob: Bool { path.string.contains("*") }

    public func matches(_ header: RelativePath) -> Bool {
        Self.matches(path.components[...], header.components[...])
    }

    private static func matches(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        if first == "**" {
            return matches(pattern.dropFirst(), path) || (!path.isEmpty && matches(pattern, path.dropFirst()))
        }
        guard let name = path.first, component(first, name) else { return false }
        return matches(pattern.dropFirst(), path.dropFirst())
    }

    private static func component(_ pattern: String, _ name: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, let head = parts.first, let tail = parts.last else { return pattern == name }
        guard name.hasPrefix(head), name.hasSuffix(tail), name.count >= head.count + tail.count else { return false }
        // What lies between is matched leftmost first: a later start could never match more.
        var rest = name.dropFirst(head.count).dropLast(tail.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

extension HeaderPattern: CustomStringConvertible, Codable, ExpressibleByStringLiteral {
    public var description: String { path.string }

    /// A pattern written in our own source.
    public init(stringLiteral value: StaticString) { path = RelativePath(stringLiteral: value) }

    public init(from decoder: any Decoder) throws { path = try RelativePath(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }
}

extension [HeaderPattern] {
    /// The headers that the patterns name, in the order of the patterns, by path within one; each header once.
    public func expanded(over headers: [RelativePath]) -> [RelativePath] {
        var seen: Set<RelativePath> = []
        return flatMap { pattern in headers.sorted().filter { pattern.matches($0) && seen.insert($0).inserted } }
    }
}
