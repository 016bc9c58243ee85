import Documents
import Targets

/// Finds rows of a table that apply to no target.
struct TableLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        for entry in recipe.tables {
            let rows = entry.value.entries
            let owners = Set(Target.all.compactMap { target in Self.row(of: target, rows) })
            for (index, row) in rows.enumerated() where !owners.contains(index) {
                findings.add(
                    .idleWord, "no target uses this row", at: row.name.mark,
                    hint: "other rows match all of its targets first")
            }
        }
    }

    /// Returns the row that applies to a target, as `TargetTable` finds it.
    private static func row(of target: Target, _ rows: [TableEntry<TargetSelector?, String>]) -> Int? {
        let own = rows.firstIndex { $0.name.value == .target(target) }
        let group = rows.firstIndex { $0.name.value?.targets(host: target).contains(target) == true }
        return own ?? group ?? rows.firstIndex { $0.name.value == nil }
    }
}
