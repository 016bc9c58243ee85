import Actions
import Basics
import Packaging
import Recipes
import Targets

extension PackageRequest {
    /// What stands behind `import`. With new names for its symbols the library is a module of its own, since a program
    /// has room for one of each name.
    func module(of prefixes: [Prefix]) -> ModuleName {
        let word = prefixes.lazy.compactMap(\.symbolPrefix).first ?? ""
        return ModuleName(word + products.module.string) ?? products.module
    }
}

extension Planner {
    /// The prefixes with new names for the library's symbols, where the request asks for that.
    mutating func addRenaming(_ package: PackageRequest, _ prefixes: [Prefix]) -> [Prefix] {
        guard let word = request.symbolPrefix else { return prefixes }
        return prefixes.map { prefix in
            let parameters = PrefixSymbols.Parameters(target: prefix.target, prefix: word)
            let step = add(
                .renameSymbols, of: package, targets: [prefix.target], PrefixSymbols.work(parameters),
                inputs: [PrefixLayout.slice(prefix.target): prefix.input()], outputs: PrefixSymbols.outputs)
            var renamed = prefix
            (renamed.step, renamed.path, renamed.symbolPrefix) = (step, "prefix", word)
            return renamed
        }
    }
}
