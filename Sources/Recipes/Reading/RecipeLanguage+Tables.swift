import Basics
import Documents
import Targets

// The tables of `map:`.

/// The values under a name of `map:`.
struct TableBlock: Sendable {
    /// The rows by their targets; nil stands for `default`.
    var entries: [TableEntry<TargetSelector?, String>]
    /// Whether all of its rows could be read.
    var isComplete: Bool
}

extension RecipeLanguage {
    static let tables = Shape<[TableEntry<TableName, TableBlock>]>.table(
        "a table of tables", keys: tableName,
        values: Shape<[TableEntry<TargetSelector?, String>]>.table(
            "a table of targets", keys: tableKey, values: .anyText
        ).checked { entries, node, _ in
            TableBlock(entries: entries, isComplete: entries.count == node.keys.count)
        })

    private static let tableName = Shape<TableName>.parsed(
        "a table's name", pattern: WordGrammar.name.pattern, hint: WordGrammar.nameHint, TableName.init)

    private static let tableKey = Shape<TargetSelector?>("a target", schema: .text()) { node, findings in
        if case .scalar("default", _) = node.content { return .some(nil) }
        return targetSelector.read(node, &findings).map(Optional.some)
    }
}

extension TargetTable {
    init(_ entry: TableEntry<TableName, TableBlock>) {
        self.init(
            name: entry.name.value,
            entries: entry.value.entries.compactMap { row in
                row.name.value.map { Entry(selector: $0, value: row.value) }
            },
            fallback: entry.value.entries.first { $0.name.value == nil }?.value)
    }
}
