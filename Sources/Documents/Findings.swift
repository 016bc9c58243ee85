/// Collects the diagnostics of readers and checks, so that they need not stop at the first fault.
public struct Findings: Sendable {
    public private(set) var diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic] = []) { self.diagnostics = diagnostics }

    public mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    public mutating func error(
        _ message: String, at mark: Mark?, hint: String? = nil, notes: [Diagnostic.Note] = []
    ) {
        add(Diagnostic(.error, message, at: mark, hint: hint, notes: notes))
    }

    public mutating func warning(
        _ message: String, at mark: Mark?, hint: String? = nil, notes: [Diagnostic.Note] = []
    ) {
        add(Diagnostic(.warning, message, at: mark, hint: hint, notes: notes))
    }

    /// Whether an error forbids the use of the document.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The diagnostics in the order of the lines; those about the whole document come first.
    public var sorted: [Diagnostic] {
        // The index keeps faults of one place in the order in which they were found.
        diagnostics.enumerated().sorted { left, right in
            let (a, b) = (left.element.mark, right.element.mark)
            if let a, let b, (a.line, a.column) != (b.line, b.column) { return (a.line, a.column) < (b.line, b.column) }
            if (a == nil) != (b == nil) { return a == nil }
            return left.offset < right.offset
        }.map(\.element)
    }
}
