import Targets

/// A table of `map:`: a word that depends on the target, such as the name that a build script
/// of its own kind has for it.
public struct TargetTable: Hashable, Sendable {
    public let name: TableName
    /// In the order of the text.
    public let entries: [Entry]
    /// For targets that no entry names.
    public let fallback: String?

    public struct Entry: Hashable, Sendable {
        public let selector: TargetSelector
        public let value: String
    }

    /// The word for a target: of the entry with its own name, else of the first group that holds it, else `default`;
    /// nil where there is none of these.
    public func value(for target: Target) -> String? {
        let own = entries.first { $0.selector == .target(target) }
        // No group here depends on the host: `host` is refused when the table is read.
        let entry = own ?? entries.first { $0.selector.targets(host: target).contains(target) }
        return entry?.value ?? fallback
    }
}
