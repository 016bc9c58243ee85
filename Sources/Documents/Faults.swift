/// Why a document could not be used: everything that is wrong with it at once.
public struct Faults: Error, Hashable, Sendable {
    public let source: SourceText
    /// In the order of the lines; at least one of them is an error.
    public let diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic], in source: SourceText) {
        self.source = source
        self.diagnostics = diagnostics
    }

    /// All of them as text, with an empty line between each two.
    public var rendered: String {
        diagnostics.map { $0.rendered(in: source) }.joined(separator: "\n\n")
    }
}

extension Faults: CustomStringConvertible {
    public var description: String { rendered }
}
