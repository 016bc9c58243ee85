import Documents
import Targets

/// Checks that the table of every `${…}` exists, that every table has a value for each default target, and that every
/// table is used.
struct TableCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        let used = recipe.words.flatMap(\.variables).compactMap { variable in
            if case .table(let name) = variable { name } else { nil }
        }
        let names = recipe.tables.map(\.name.value)
        let unknown = used.filter { !names.contains($0.value) }
        for name in unknown {
            findings.unknownVariable(name.value.string, at: name.mark, tables: names.map(\.string))
        }
        for entry in recipe.tables {
            // An unknown name may be a misspelling of this table.
            if !used.contains(entry.name), unknown.isEmpty {
                findings.error(
                    "the table `\(entry.name.value)` is never used", at: entry.name.mark,
                    hint: "write `${\(entry.name.value)}` where its values belong")
            }
            checkHost(entry.value, &findings)
            checkDuplicates(entry.value, &findings)
            checkCover(of: entry, recipe, &findings)
        }
    }

    private func checkHost(_ table: TableBlock, _ findings: inout Findings) {
        for row in table.entries where row.name.value == .group(.host) {
            findings.error(
                "`host` cannot be a row of a table", at: row.name.mark,
                hint: "the result must not depend on the machine that builds it")
        }
    }

    /// Reports duplicate rows. The name of a target and its triple count as the same key.
    private func checkDuplicates(_ table: TableBlock, _ findings: inout Findings) {
        for (row, first) in table.entries.repeated(by: \.name) {
            findings.error(
                "this target has two values", at: row.name.mark,
                notes: [Diagnostic.Note("the first is here", at: first.name.mark)])
        }
    }

    private func checkCover(
        of entry: TableEntry<TableName, TableBlock>, _ recipe: RecipeDocument, _ findings: inout Findings
    ) {
        let table = TargetTable(entry)
        // Without `host`, whose target depends on the machine: for that target, `WordResolver` reports a missing value.
        let selectors = (recipe.targets?.map(\.value) ?? Recipe.usualTargets).filter { $0 != .group(.host) }
        let targets = Set(selectors.flatMap { $0.targets(host: .host) })
        let missing = Target.all.filter { targets.contains($0) && table.value(for: $0) == nil }
        guard !missing.isEmpty, entry.value.isComplete else { return }
        let words = MessageText.list(missing.prefix(6).map(\.name)) + (missing.count > 6 ? ", …" : "")
        findings.error(
            "the table `\(entry.name.value)` has no value for \(words)", at: entry.name.mark,
            hint: "the recipe builds \(missing.count == 1 ? "it" : "them") by default: add an entry, or `default`")
    }
}

extension RecipeDocument {
    /// All words that may contain `${…}`.
    var words: [RecipeWord] {
        let tests = tests.map { $0.value.tests.configure + $0.value.tests.arguments } ?? []
        return (build?.system.words ?? []) + arguments.map(\.value)
            + settings.flatMap { $0.variables.map(\.value) + ($0.cflags + $0.ldflags).map(\.value) } + tests
    }

    /// The settings of `build:` and of every entry of `when:`.
    var settings: [SettingsBlock] { (build.map { [$0.settings] } ?? []) + conditions.map(\.value.settings) }

    /// All arguments that the configure tool may receive.
    var arguments: [Located<RecipeWord>] {
        settings.flatMap(\.configure) + options.flatMap { $0.value.on + $0.value.off }
            + (tests?.value.configure ?? [])
    }
}

extension BuildSystem<RecipeVariable> {
    var words: [RecipeWord] {
        switch self {
        case .autotools(let system): system.make + system.install
        case .script(let system): (system.configure + system.build + system.install + system.test).flatMap { $0 }
        case .cmake(let system): system.targets + system.install
        case .meson(let system): system.targets + system.install
        }
    }
}
