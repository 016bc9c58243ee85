/// All reasons why a document cannot be used.
public struct Faults: Error, Hashable, Sendable {
    public let source: SourceText
    /// The diagnostics in the order of the lines; at least one of them is an error.
    public let diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic], in source: SourceText) {
        self.source = source
        self.diagnostics = diagnostics
    }

    /// All diagnostics as text, separated by empty lines.
    public var rendered: String {
        diagnostics.map { $0.rendered(in: source) }.joined(separator: "\n\n")
    }
}

extension Faults: CustomStringConvertible {
    public var description: String { rendered }
}
