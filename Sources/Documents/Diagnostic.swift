/// One message to a document's author: the fault, its place, and a suggestion.
public struct Diagnostic: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable, Codable {
        /// The document cannot be used.
        case error
        /// The document can be used, but its meaning is probably not the intended one.
        case warning
    }

    /// Another place related to the fault.
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
    /// The marked place; nil when the message is about the document as a whole.
    public var mark: Mark?
    /// A suggestion to the author, in the same style as the message.
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
