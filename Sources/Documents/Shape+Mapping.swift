import Basics

// Mappings with known keys.

extension Shape {
    /// Returns a shape of a mapping with these keys and no others. `build` is called when every required key has a
    /// value; the faults of all keys are noted in any case.
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
            let misspelt = table.noteUnknown(entries, &findings)
            func read<One>(_ key: Key<One>) -> One? {
                let owner = misspelt.contains(key.name) ? nil : node.mark
                return key.body(entries.first { $0.key.value == key.name }?.value, owner, &findings)
            }
            let fields = (repeat read(each keys))
            return try? build(repeat present(each fields))
        }
    }

    private struct Missing: Error {}

    private static func present<Field>(_ field: Field?) throws -> Field {
        guard let field else { throw Missing() }
        return field
    }
}

/// The names of a mapping's keys, for code that does not depend on their types.
private struct KeyTable: Sendable {
    var properties: [Schema.Property] = []

    init<each Field: Sendable>(_ keys: repeat Key<each Field>) {
        repeat properties.append(
            Schema.Property(
                name: (each keys).name, schema: (each keys).schema, doc: (each keys).doc,
                isRequired: (each keys).isRequired))
    }

    /// Notes unknown keys and returns the known keys nearest to them.
    func noteUnknown(_ entries: [DocumentNode.Entry], _ findings: inout Findings) -> Set<String> {
        let names = properties.map(\.name)
        let unknown = entries.map(\.key).filter { !names.contains($0.value) }
        for key in unknown {
            let hint = MessageText.hint(for: key.value, among: names, naming: "known keys")
            findings.error("unknown key `\(key.value)`", at: key.mark, hint: hint)
        }
        return Set(unknown.compactMap { Suggestion.nearest(to: $0.value, among: names) })
    }
}
