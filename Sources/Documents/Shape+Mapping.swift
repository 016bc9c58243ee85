import Basics

// Shapes of mappings with known keys.

extension Shape {
    /// Returns a shape of a mapping with these keys and no others. `build` is called when every required key has a
    /// value; the faults of all keys are noted in any case.
    public static func mapping<each Field: Sendable>(
        _ noun: String, _ keys: repeat Key<each Field>,
        build: @escaping @Sendable (repeat each Field) -> Value
    ) -> Shape {
        let keys = Key<Value>.group(repeat each keys, build: build)
        let names = keys.properties.map { $0.name }
        return Shape(noun, schema: .object(keys.properties)) { node, findings in
            guard case .mapping = node.content else {
                findings.mismatch(noun, node)
                return nil
            }
            return keys.read(node, findings.noteUnknownKeys(of: node, names), &findings)
        }
    }
}

extension Findings {
    /// Notes unknown keys and returns the known keys nearest to them.
    fileprivate mutating func noteUnknownKeys(of mapping: DocumentNode, _ known: [String]) -> Set<String> {
        let unknown = mapping.entries.map { $0.key }.filter { !known.contains($0.value) }
        if unknown.isEmpty { return [] }
        for key in unknown {
            let hint = MessageText.hint(for: key.value, among: known, naming: "known keys")
            error("unknown key `\(key.value)`", at: key.mark, hint: hint)
        }
        return Set(unknown.compactMap { Suggestion.nearest(to: $0.value, among: known) })
    }
}
