/// What a value must look like: how to read it, and the same as a JSON Schema, so that the two cannot differ.
///
/// Reading never stops at a fault. It notes what is wrong and returns nil, or what can be made of the rest; whoever
/// asked for the whole looks at `Findings.hasErrors`.
public struct Shape<Value: Sendable>: Sendable {
    /// What a person calls it, with an article: `a version`, `a list of paths`.
    public let noun: String
    public let schema: Schema
    let body: @Sendable (DocumentNode, inout Findings) -> Value?

    /// A shape of one's own. `body` notes every fault before it returns nil.
    public init(
        _ noun: String, schema: Schema, body: @escaping @Sendable (DocumentNode, inout Findings) -> Value?
    ) {
        self.noun = noun
        self.schema = schema
        self.body = body
    }

    /// The value that a node holds; nil once faults were noted that leave none.
    public func read(_ node: DocumentNode, _ findings: inout Findings) -> Value? { body(node, &findings) }

    /// The same value made into another one.
    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
        Shape<Other>(noun, schema: schema) { node, findings in body(node, &findings).map(transform) }
    }

    /// The same value with the place where it stands.
    public var located: Shape<Located<Value>> {
        Shape<Located<Value>>(noun, schema: schema) { node, findings in
            body(node, &findings).map { Located($0, node.mark) }
        }
    }

    /// A further check, which may make another value of it; it notes every fault before it returns nil.
    public func checked<Other>(
        _ check: @escaping @Sendable (Value, DocumentNode, inout Findings) -> Other?
    ) -> Shape<Other> {
        Shape<Other>(noun, schema: schema) { node, findings in
            body(node, &findings).flatMap { check($0, node, &findings) }
        }
    }
}

extension Findings {
    /// Notes that something else stands where a value of this noun belongs.
    public mutating func mismatch(_ noun: String, _ node: DocumentNode, hint: String? = nil) {
        error("expected \(noun), found \(node.noun)", at: node.mark, hint: hint)
    }
}
