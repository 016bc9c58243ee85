public import Recipes

extension ResolvedRecipe {
    /// Returns the common settings of targets that share a configure run; nil if there are no targets.
    ///
    /// The run has only one set of arguments, so the settings must be the same for all its targets.
    ///
    /// - Throws: an error when the recipe's settings differ between the targets.
    public static func shared(by settings: [ResolvedRecipe]) throws(PlanningError) -> ResolvedRecipe? {
        guard let first = settings.first else { return nil }
        let isAlike = settings.allSatisfy {
            $0.configure == first.configure && $0.build == first.build && $0.cflags == first.cflags
                && $0.ldflags == first.ldflags && $0.defines == first.defines && $0.variables == first.variables
                && $0.bitcode == first.bitcode && $0.dependencies == first.dependencies
                && $0.sysroot == first.sysroot
        }
        guard isAlike else { throw .differentSettings(first.name, settings.map(\.target)) }
        return first
    }
}
