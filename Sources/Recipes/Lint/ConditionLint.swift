import Documents
import Targets

/// Finds entries of `when` whose settings a later entry always replaces.
struct ConditionLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        for (index, entry) in recipe.conditions.enumerated() {
            let single = entry.value.singles
            guard !single.isEmpty, !entry.value.changesLists else { continue }
            let later = recipe.conditions[(index + 1)...].first { later in
                single.isSubset(of: later.value.singles) && later.value.holdsWherever(entry.value)
            }
            guard let later else { continue }
            findings.add(
                .idleEntry, "a later entry always replaces this one", at: entry.mark,
                notes: [Diagnostic.Note("the later entry", at: later.mark)])
        }
    }
}

extension ConditionBlock {
    /// The keys of the single values that the entry sets.
    fileprivate var singles: Set<String> {
        var keys: Set<String> = []
        if minimum != nil { keys.insert("minimum") }
        if settings.sysroot != nil { keys.insert("sysroot") }
        if settings.bitcode != nil { keys.insert("bitcode") }
        return keys
    }

    /// Whether the entry extends a list. Later entries never remove elements from a list.
    fileprivate var changesLists: Bool {
        let lists = [settings.configure.count, settings.cflags.count, settings.ldflags.count, settings.defines.count]
        return lists.contains { $0 > 0 } || !settings.variables.isEmpty || !dependencies.isEmpty
    }

    /// Returns whether this entry applies to every build to which `other` applies.
    fileprivate func holdsWherever(_ other: ConditionBlock) -> Bool {
        let (mine, others) = (condition, other.condition)
        let isWide = { (own: [AnyHashable], theirs: [AnyHashable]) in own.isEmpty || own == theirs }
        return isWide(mine.toolchains, others.toolchains) && isWide(mine.versions, others.versions)
            && isWide(mine.options, others.options) && isWide(mine.without, others.without)
            && Target.all.allSatisfy { !others.matches($0) || mine.matches($0) }
    }
}
