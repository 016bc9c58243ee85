import Basics
import Recipes

extension Recipe {
    /// Returns warnings about `when:` entries that name unknown toolchains, by a typo or because they are from another
    /// checkout.
    ///
    /// - Parameter names: the known toolchains.
    func toolchainWarnings(among names: [String]) -> [String] {
        let unknown = Set(conditions.flatMap(\.toolchains)).subtracting(names)
        return unknown.sorted().map { word in
            let hint = Suggestion.nearest(to: word, among: names).map { "did you mean `\($0)`?" }
            return "warning: the recipe `\(name)` has a `when:` for the unknown toolchain `\(word)`\n"
                + "hint: \(hint ?? "`xbuild toolchains` lists them")"
        }
    }
}
