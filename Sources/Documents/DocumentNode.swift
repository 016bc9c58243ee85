/// A value of a document with its place: text, a list, or a mapping whose keys are text.
public struct DocumentNode: Hashable, Sendable {
    public let content: Content
    /// A scalar's whole text on its first line; the first character of anything else.
    public let mark: Mark

    public enum Content: Hashable, Sendable {
        /// `isPlain` when it stands there without quotes, so that `true` may be a truth value and `~` nothing.
        case scalar(String, isPlain: Bool)
        case list([DocumentNode])
        /// In the order of the text. A key that was given twice is here twice.
        case mapping([Entry])
    }

    public struct Entry: Hashable, Sendable {
        public let key: Located<String>
        public let value: DocumentNode

        public init(key: Located<String>, value: DocumentNode) {
            self.key = key
            self.value = value
        }
    }

    public init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }

    /// Whether nothing was written: no text, `~` or `null`.
    public var isNothing: Bool {
        switch content {
        case .scalar(let text, isPlain: true): ["", "~", "null", "Null", "NULL"].contains(text)
        case .scalar(_, isPlain: false), .list, .mapping: false
        }
    }

    /// The keys of a mapping; none of anything else.
    public var keys: Set<String> {
        guard case .mapping(let entries) = content else { return [] }
        return Set(entries.map(\.key.value))
    }

    /// What it is, for `expected …, found …`.
    public var noun: String {
        switch content {
        case .scalar(let text, _): isNothing ? "nothing" : "`\(text.prefix(60))`"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
