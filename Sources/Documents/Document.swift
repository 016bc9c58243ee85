/// A parsed YAML file: its text, its root value, and the faults that did not prevent the parsing.
///
/// Only a plain tree of text, lists and mappings is accepted. Anchors, aliases, tags, several documents and keys that
/// are not text are refused, so a small file can never expand to a large one.
public struct Document: Hashable, Sendable {
    public let source: SourceText
    public let root: DocumentNode
    /// The faults that did not prevent the parsing, such as duplicate keys.
    public let findings: [Diagnostic]

    /// The size limit of a file in bytes; a recipe is a few kilobytes.
    public static let limit = 1 << 18

    /// Reads a file's bytes; `file` is the path that messages show.
    public init(_ bytes: [UInt8], file: String, limit: Int = Document.limit) throws(Faults) {
        source = try SourceText(checking: bytes, file: file, limit: limit)
        var reader = try DocumentReader(source)
        root = try reader.root()
        findings = reader.findings.diagnostics
    }
}

extension Document {
    /// Reads the root value as the shape describes it. Throws all faults of the document at once.
    ///
    /// Returns the value and the warnings.
    public func decode<Value>(_ shape: Shape<Value>) throws(Faults) -> (value: Value, warnings: [Diagnostic]) {
        var found = Findings(findings)
        let value = shape.read(root, &found)
        guard let value, !found.hasErrors else { throw Faults(found.sorted, in: source) }
        return (value, found.sorted)
    }
}
