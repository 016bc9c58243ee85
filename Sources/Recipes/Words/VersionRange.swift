import Basics

/// A set of versions between bounds: `>=0.5`, `>=0.5 <1.0`, `0.5.0`.
public struct VersionRange: Hashable, Sendable {
    public let bounds: [Bound]

    public struct Bound: Hashable, Sendable {
        public let comparison: Comparison
        public let version: Version
    }

    public enum Comparison: String, CaseIterable, Hashable, Sendable {
        case atLeast = ">="
        case atMost = "<="
        case not = "!="
        case above = ">"
        case below = "<"
        case exactly = "="
    }

    /// Reads bounds joined by spaces or commas, all of which must hold; a bare version means exactly that version. Nil
    /// for any other text.
    public init?(_ text: String) {
        var bounds: [Bound] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "," }
            if rest.isEmpty { break }
            let comparison = Comparison.allCases.first { rest.hasPrefix($0.rawValue) }
            rest = rest.dropFirst(comparison?.rawValue.count ?? 0).drop { $0 == " " }
            let word = rest.prefix { $0 != " " && $0 != "," }
            guard let version = Version(String(word)) else { return nil }
            bounds.append(Bound(comparison: comparison ?? .exactly, version: version))
            rest = rest.dropFirst(word.count)
        }
        guard !bounds.isEmpty else { return nil }
        self.bounds = bounds
    }

    public func contains(_ version: Version) -> Bool {
        bounds.allSatisfy { bound in
            switch bound.comparison {
            case .atLeast: version >= bound.version
            case .atMost: version <= bound.version
            case .not: version != bound.version
            case .above: version > bound.version
            case .below: version < bound.version
            case .exactly: version == bound.version
            }
        }
    }
}

extension VersionRange: CustomStringConvertible {
    public var description: String {
        bounds.map { ($0.comparison == .exactly ? "" : $0.comparison.rawValue) + $0.version.string }
            .joined(separator: " ")
    }
}

extension VersionRange {
    /// Makes the range of exactly one version.
    public init(exactly version: Version) { bounds = [Bound(comparison: .exactly, version: version)] }
}
