/// One thing to tell a document's author: what, where, and what would help.
public struct Diagnostic: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable, Codable {
        /// The document cannot be used.
        case error
        /// It can, but probably says something other than was meant.
        case warning
    }

    /// Another place that belongs to the matter.
    public struct Note: Hashable, Sendable {
        public var message: String
        public var mark: Mark

        public init(_ message: String, at mark: Mark) {
            self.message = message
            self.mark = mark
        }
    }

    public var severity: Severity
    /// One line in lower case without a full stop, names in back-ticks.
    public var message: String
    /// Nil when it is about the document as a whole.
    public var mark: Mark?
    /// What to do about it, in the same voice.
    public var hint: String?
    public var notes: [Note]

    public init(
        _ severity: Severity, _ message: String, at mark: Mark?, hint: String? = nil, notes: [Note] = []
    ) {
        self.severity = severity
        self.message = message
        self.mark = mark
        self.hint = hint
        self.notes = notes
    }
}
