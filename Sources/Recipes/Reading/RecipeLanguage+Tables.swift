import Basics
import Documents
import Targets

// The tables of `map:`.

/// The values under a name of `map:`.
struct TableBlock: Sendable {
    var entries: [TableEntry<Selector, String>]
    /// Whether all of its rows could be read.
    var isComplete: Bool

    enum Selector: Hashable, Sendable {
        case target(TargetSelector)
        case fallback
    }
}

extension RecipeLanguage {
    static let tables = Shape<[TableEntry<TableName, TableBlock>]>.table(
        "a table of tables", keys: tableName,
        values: Shape<[TableEntry<TableBlock.Selector, String>]>.table(
            "a table of targets", keys: tableKey, values: .anyText
        ).checked { entries, node, _ in
            TableBlock(entries: entries, isComplete: entries.count == node.keys.count)
        })

    private static let tableName = Shape<TableName>.parsed(
        "a table's name", pattern: WordGrammar.name.pattern, hint: WordGrammar.nameHint, TableName.init)

    private static let tableKey = Shape<TableBlock.Selector>("a target", schema: .text()) { node, findings in
        if case .scalar("default", _) = node.content { return .fallback }
        return targetSelector.read(node, &findings).map(TableBlock.Selector.target)
    }
}

extension TargetTable {
    init(_ entry: TableEntry<TableName, TableBlock>) {
        self.init(
            name: entry.name.value,
            entries: entry.value.entries.compactMap { row in
                switch row.name.value {
                case .target(let selector): Entry(selector: selector, value: row.value)
                case .fallback: nil
                }
            },
            fallback: entry.value.entries.first { $0.name.value == .fallback }?.value)
    }
}
