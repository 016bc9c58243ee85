/// A YAML file that was read: its text, its root, and its duplicate keys.
///
/// Only a plain tree of text, lists and mappings gets through: anchors, aliases, tags, several documents and keys that
/// are not text are refused, so a small file can never stand for a large one.
public struct Document: Hashable, Sendable {
    public let source: SourceText
    public let root: DocumentNode
    /// Faults that leave the rest readable.
    public let findings: [Diagnostic]

    /// Bytes beyond which a file is not looked at: a recipe is a few kilobytes.
    public static let limit = 1 << 18

    /// Reads a file's bytes; `file` is its path as a person should see it.
    public init(_ bytes: [UInt8], file: String, limit: Int = Document.limit) throws(Faults) {
        source = try SourceText(checking: bytes, file: file, limit: limit)
        var reader = try DocumentReader(source)
        root = try reader.root()
        findings = reader.findings.diagnostics
    }
}

extension Document {
    /// Reads the whole document as a shape and throws everything that is wrong with it.
    ///
    /// Warnings are returned with the value.
    public func decode<Value>(_ shape: Shape<Value>) throws(Faults) -> (value: Value, warnings: [Diagnostic]) {
        var found = Findings(findings)
        let value = shape.read(root, &found)
        guard let value, !found.hasErrors else { throw Faults(found.sorted, in: source) }
        return (value, found.sorted)
    }
}
