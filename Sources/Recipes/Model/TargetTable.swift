import Targets

/// A table of `map:`: a word that depends on the target, such as a build script's
/// own name for it.
public struct TargetTable: Hashable, Sendable {
    public let name: TableName
    /// The entries in the order of the text.
    public let entries: [Entry]
    /// The word for targets that no entry names.
    public let fallback: String?

    public struct Entry: Hashable, Sendable {
        public let selector: TargetSelector
        public let value: String
    }

    /// Returns the word for a target: of the entry with its own name, else of the first group that contains it, else
    /// `default`; nil if all three are absent.
    public func value(for target: Target) -> String? {
        let own = entries.first { $0.selector == .target(target) }
        // No group here depends on the host: the reader refuses `host`.
        let entry = own ?? entries.first { $0.selector.targets(host: target).contains(target) }
        return entry?.value ?? fallback
    }
}
