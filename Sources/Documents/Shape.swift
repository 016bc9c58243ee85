/// The form of a value: how to read it, and its JSON Schema. Both come from one declaration, so they cannot differ.
///
/// Reading never stops at a fault. It notes each fault and returns nil or the readable part; callers that need the
/// whole value check `Findings.hasErrors`.
public struct Shape<Value: Sendable>: Sendable {
    /// The noun in messages, with an article: `a version`, `a list of paths`.
    public let noun: String
    public let schema: Schema
    let body: @Sendable (DocumentNode, inout Findings) -> Value?

    /// Makes a custom shape. `body` notes every fault before it returns nil.
    public init(
        _ noun: String, schema: Schema, body: @escaping @Sendable (DocumentNode, inout Findings) -> Value?
    ) {
        self.noun = noun
        self.schema = schema
        self.body = body
    }

    /// Returns the value of a node; nil when noted faults leave no value.
    public func read(_ node: DocumentNode, _ findings: inout Findings) -> Value? { body(node, &findings) }

    /// Returns a shape of the transformed value.
    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
        Shape<Other>(noun, schema: schema) { node, findings in body(node, &findings).map(transform) }
    }

    /// The shape of the same value, read with its place.
    public var located: Shape<Located<Value>> {
        Shape<Located<Value>>(noun, schema: schema) { node, findings in
            body(node, &findings).map { Located($0, node.mark) }
        }
    }

    /// Returns a shape with a further check, which may transform the value; `check` notes every fault before it returns
    /// nil.
    public func checked<Other>(
        _ check: @escaping @Sendable (Value, DocumentNode, inout Findings) -> Other?
    ) -> Shape<Other> {
        Shape<Other>(noun, schema: schema) { node, findings in
            body(node, &findings).flatMap { check($0, node, &findings) }
        }
    }
}

extension Findings {
    /// Notes that the node is not a value of the expected kind, which `noun` names.
    public mutating func mismatch(_ noun: String, _ node: DocumentNode, hint: String? = nil) {
        error("expected \(noun), found \(node.noun)", at: node.mark, hint: hint)
    }
}
