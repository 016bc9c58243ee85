import Basics
import Packaging
import Targets

extension Planner {
    /// The prefixes with new names for the library's symbols, where the request asks for that.
    mutating func addRenaming(_ package: PackageRequest, _ prefixes: [Prefix]) -> [Prefix] {
        guard let word = request.symbolPrefix else { return prefixes }
        return prefixes.map { prefix in
            let parameters = PrefixSymbols.Parameters(target: prefix.target, prefix: word)
            let step = add(
                "rename the symbols of", of: package, target: prefix.target.name, PrefixSymbols.work(parameters),
                inputs: [PrefixLayout.slice(prefix.target): prefix.input()], outputs: PrefixSymbols.outputs)
            var renamed = prefix
            (renamed.step, renamed.path, renamed.symbolPrefix) = (step, "prefix", word)
            return renamed
        }
    }
}
