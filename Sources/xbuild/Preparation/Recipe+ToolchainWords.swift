import Basics
import Recipes

extension Recipe {
    /// Warnings about `when:` entries for toolchains that there are not: a slip of the pen,
    /// or somebody else's toolchain.
    ///
    /// - Parameter names: the toolchains that there are.
    func toolchainWarnings(among names: [String]) -> [String] {
        let unknown = Set(conditions.flatMap(\.toolchains)).subtracting(names)
        return unknown.sorted().map { word in
            let hint = Suggestion.nearest(to: word, among: names).map { "did you mean `\($0)`?" }
            return "warning: the recipe `\(name)` has a `when:` for the toolchain `\(word)`, which is not there\n"
                + "hint: \(hint ?? "`xbuild toolchains` lists them")"
        }
    }
}
