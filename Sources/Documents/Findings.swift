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

    /// Whether a diagnostic is an error, so that the document cannot be used.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The diagnostics in the order of their marks; diagnostics about the whole document come first.
    public var sorted: [Diagnostic] { diagnostics.sorted(byPlaceOf: \.mark) }
}

extension Sequence {
    /// Returns the elements in the order of their marks' starts. Elements without a mark come first; elements with the
    /// same start keep their order.
    public func sorted(byPlaceOf mark: (Element) -> Mark?) -> [Element] {
        let placed = enumerated().map { (line: mark($1)?.line ?? 0, column: mark($1)?.column ?? 0, index: $0, $1) }
        return placed.sorted { ($0.line, $0.column, $0.index) < ($1.line, $1.column, $1.index) }.map(\.3)
    }
}
