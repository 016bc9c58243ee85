import Basics
import Documents
import Recipes

/// Recipes with all of their possible dependencies, each read once.
public struct RecipeSet: Sendable {
    public let files: [PackageName: RecipeFile]

    /// - Throws: `faults` for dependencies that no recipe can satisfy.
    public init(_ files: [RecipeFile]) throws(ResolutionError) {
        self.files = Dictionary(files.map { ($0.recipe.name, $0) }) { first, _ in first }
        let known = self.files
        let faults = known.values.sorted { $0.recipe.name < $1.recipe.name }.compactMap { file -> Faults? in
            let diagnostics = file.recipe.possibleDependencies.compactMap { dependency in
                Self.fault(dependency, at: file.dependencyMarks[dependency.name], known)
            }
            return diagnostics.isEmpty ? nil : Faults(Findings(diagnostics).sorted, in: file.source)
        }
        guard faults.isEmpty else { throw .faults(faults) }
    }

    public var recipes: [PackageName: Recipe] { files.mapValues(\.recipe) }

    /// Returns an error if the dependency's recipe has no version in the required range or lacks a required option;
    /// otherwise nil.
    private static func fault(
        _ dependency: Dependency, at mark: Mark?, _ files: [PackageName: RecipeFile]
    ) -> Diagnostic? {
        guard let recipe = files[dependency.name]?.recipe else { return nil }
        if let range = dependency.versions, !recipe.versions.contains(where: { range.contains($0.version) }) {
            return Diagnostic(
                .error, "no version of `\(recipe.name)` matches `\(range)`", at: mark,
                hint: "versions: \(MessageText.list(recipe.versions.map(\.version).sorted().map(\.string)))")
        }
        let names = recipe.options.map(\.name)
        guard let option = (dependency.options + dependency.without).first(where: { !names.contains($0) }) else {
            return nil
        }
        return Diagnostic(
            .error, "the recipe `\(recipe.name)` has no option `\(option)`", at: mark,
            hint: MessageText.hint(for: option.string, among: names.map(\.string), naming: "options"))
    }
}
