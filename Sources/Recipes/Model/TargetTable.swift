import Targets

/// A table of `map:`: a word that depends on the target, such as the name that a build script has for the target.
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

    /// Returns the word for a target: that of the entry that names the target itself, else of the first entry with a
    /// group that contains it, else of `default`; nil if all three are absent.
    public func value(for target: Target) -> String? {
        let own = entries.first { $0.selector == .target(target) }
        // No group here depends on the host: the reader refuses `host`.
        let entry = own ?? entries.first { $0.selector.targets(host: target).contains(target) }
        return entry?.value ?? fallback
    }
}
