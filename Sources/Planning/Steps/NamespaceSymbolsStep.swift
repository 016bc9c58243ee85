import Actions
import Basics
import Recipes
import Steps
import Targets

extension PackageRequest {
    /// Returns the name in `import NAME`. A library with prefixed symbols gets another module name, because a program
    /// can use each module name only once.
    func module(of prefixes: [Prefix]) -> ModuleName {
        let word = prefixes.lazy.compactMap(\.symbolNamespace).first ?? ""
        return ModuleName(word + products.module.string) ?? products.module
    }
}

extension Planner {
    /// Plans the renaming of the library's symbols, if requested, and returns the resulting prefixes.
    mutating func addRenaming(_ package: PackageRequest, _ prefixes: [Prefix]) -> [Prefix] {
        guard let word = request.symbolNamespace else { return prefixes }
        return prefixes.map { prefix in
            let step = add(
                .renameSymbols, of: package, targets: [prefix.target], NamespaceSymbols.self,
                .init(target: prefix.target, prefix: word),
                inputs: [PrefixLayout.slice(prefix.target): prefix.input()])
            var renamed = prefix
            (renamed.step, renamed.path, renamed.symbolNamespace) = (step, "prefix", word)
            return renamed
        }
    }
}
