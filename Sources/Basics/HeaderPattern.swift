/// A pattern for headers below `include`, a path or a glob: `secp256k1.h`, `openssl/*.h`, `**/*.h`. `*` matches any
/// part of a name; a component `**` matches any number of folders.
public struct HeaderPattern: Hashable, Sendable {
    public let path: RelativePath

    /// Reads a pattern; nil when the text is not a relative path.
    public init?(_ text: String) {
        guard let path = RelativePath(text) else { return nil }
        self.path = path
    }

    public func matches(_ header: RelativePath) -> Bool {
        let (pattern, path) = (self.path.components, header.components)
        var (next, name) = (0, 0)
        // The position after the last `**`, and the end of its match so far. Only the last `**` is ever extended: it
        // can match every name that an earlier `**` could. So the steps are at most the product of both lengths.
        var retry: (next: Int, name: Int)?
        while name < path.count {
            if next < pattern.count, pattern[next] == "**" {
                next += 1
                retry = (next, name)
            } else if next < pattern.count, Self.component(pattern[next], path[name]) {
                (next, name) = (next + 1, name + 1)
            } else if let last = retry {
                (next, name) = (last.next, last.name + 1)
                retry = (next, name)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "**" }
    }

    private static func component(_ pattern: String, _ name: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, let head = parts.first, let tail = parts.last else { return pattern == name }
        guard name.hasPrefix(head), name.hasSuffix(tail), name.count >= head.count + tail.count else { return false }
        // Each inner part is matched at its first occurrence: a later one would only leave less text for the next
        // parts.
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

    /// Makes a pattern from a literal in the program's source.
    public init(stringLiteral value: StaticString) { path = RelativePath(stringLiteral: value) }

    public init(from decoder: any Decoder) throws { path = try RelativePath(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }
}

extension [HeaderPattern] {
    /// Returns the headers that match, in the order of the patterns, sorted by path within each pattern; each header
    /// once.
    public func expanded(over headers: [RelativePath]) -> [RelativePath] {
        var seen: Set<RelativePath> = []
        return flatMap { pattern in headers.sorted().filter { pattern.matches($0) && seen.insert($0).inserted } }
    }
}
