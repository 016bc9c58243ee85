// Mappings with known keys.

extension Shape {
    /// A mapping of these keys and no others. `build` is called once every required key has a value; faults of all
    /// keys are noted either way.
    public static func mapping<each Field: Sendable>(
        _ noun: String, _ keys: repeat Key<each Field>,
        build: @escaping @Sendable (repeat each Field) -> Value
    ) -> Shape {
        let table = KeyTable(repeat each keys)
        return Shape(noun, schema: .object(table.properties)) { node, findings in
            guard case .mapping(let entries) = node.content else {
                findings.mismatch(noun, node)
                return nil
            }
            table.noteUnknown(entries, &findings)
            let fields = (repeat (each keys).body(entries.first(named: (each keys).name), node.mark, &findings))
            return try? build(repeat present(each fields))
        }
    }

    private struct Missing: Error {}

    private static func present<Field>(_ field: Field?) throws -> Field {
        guard let field else { throw Missing() }
        return field
    }
}

extension [DocumentNode.Entry] {
    func first(named name: String) -> DocumentNode? { first { $0.key.value == name }?.value }
}

/// The names of a mapping's keys, for what does not depend on their types.
private struct KeyTable: Sendable {
    var properties: [Schema.Property] = []

    init<each Field: Sendable>(_ keys: repeat Key<each Field>) {
        repeat properties.append(
            Schema.Property(
                name: (each keys).name, schema: (each keys).schema, doc: (each keys).doc,
                isRequired: (each keys).isRequired))
    }

    func noteUnknown(_ entries: [DocumentNode.Entry], _ findings: inout Findings) {
        let names = properties.map(\.name)
        for entry in entries where !names.contains(entry.key.value) {
            let hint = Words.hint(for: entry.key.value, among: names, naming: "known keys")
            findings.error("unknown key `\(entry.key.value)`", at: entry.key.mark, hint: hint)
        }
    }
}
