/// A value of a document and its place: text, a list, or a mapping whose keys are text.
public struct DocumentNode: Hashable, Sendable {
    public let content: Content
    /// The place: the first line of a scalar's text, or the first character of any other value.
    public let mark: Mark

    public enum Content: Hashable, Sendable {
        /// `isPlain` is true for a plain scalar (no quotes, no block). Only a plain `true` can be a truth value, and
        /// only a plain `~` is an absent value.
        case scalar(String, isPlain: Bool)
        case list([DocumentNode])
        /// The entries in the order of the text. A duplicate key has several entries.
        case mapping([Entry])
    }

    public struct Entry: Hashable, Sendable {
        public let key: Located<String>
        public let value: DocumentNode
    }

    init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }

    /// Whether the value is absent: plain empty text, `~` or `null`.
    public var isNothing: Bool {
        switch content {
        case .scalar(let text, isPlain: true): ["", "~", "null", "Null", "NULL"].contains(text)
        case .scalar(_, isPlain: false), .list, .mapping: false
        }
    }

    /// The entries of a mapping; an empty list for other values.
    public var entries: [Entry] {
        if case .mapping(let entries) = content { entries } else { [] }
    }

    /// The keys of a mapping; the empty set for other values.
    public var keys: Set<String> { Set(entries.map(\.key.value)) }

    /// Returns the value of a mapping's first key of that name; nil if there is none.
    public subscript(name: String) -> DocumentNode? { entries.first { $0.key.value == name }?.value }

    /// A noun for the value, for `expected …, found …`.
    public var noun: String {
        switch content {
        case .scalar(let text, _): isNothing ? "nothing" : "`\(text.prefix(60))`"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
