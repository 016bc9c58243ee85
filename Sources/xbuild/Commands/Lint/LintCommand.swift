import ArgumentParser
import Basics
import Documents
import Foundation
import Recipes

/// `xbuild lint`: finds style faults and likely errors in recipes.
struct LintCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Find style faults and likely errors in recipes.",
        discussion:
            "The exit status is 3 for wrong recipes and errors, and with --strict also for warnings.\n\nRules:\n"
            + LintRule.allCases.map { "  \($0.rawValue): \($0.doc)" }.joined(separator: "\n") + "\n\n"
            + ExitStatus.help)

    @ArgumentParser.Argument(help: "Names of recipes, or paths of recipe files (default: all recipes).")
    var recipes: [String] = []

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Flag(help: "Fetch the sources of the named recipes, and check their license files and headers.")
    var source = false

    @OptionGroup var store: StoreArguments

    func validate() throws {
        guard !source || !recipes.contains(where: Self.isPath) else {
            throw ValidationError("`--source` takes names of recipes, not paths")
        }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let catalog = RecipeCatalog(folder: host.shortened(host.home + "/recipes"))
        var isWrong = false
        for name in recipes.isEmpty ? try catalog.names().map(\.string) : recipes {
            do {
                var lint = try lint(name, catalog, host)
                if source { lint = try await withSource(lint, name, host) }
                for finding in lint.findings { try host.out(finding.rendered(in: lint.source) + "\n\n") }
                isWrong = isWrong || lint.hasErrors || (strict && !lint.findings.isEmpty)
            } catch RecipeError.faults(let faults) {
                try host.out(faults.rendered + "\n\n")
                isWrong = true
            }
        }
        return isWrong ? .wrongRecipe : .done
    }

    private func withSource(_ lint: RecipeLint, _ name: String, _ host: Host) async throws -> RecipeLint {
        let context = try BuildContext(host: host, store: store.store)
        return try await Build.leased(context) { build in
            let source = try await LintedSource(try PatchedSource(build, recipe: name))
            let headers = try source.texts(of: lint.sourceHeaders(among: source.files))
            return lint.adding(licenseTexts: try source.licenseTexts(in: lint.licenseFiles.map(\.value)))
                .adding(headerTexts: headers, among: source.files)
        }
    }

    /// Returns whether an argument is a path: it then has a slash, or the suffix of a YAML file.
    private static func isPath(_ word: String) -> Bool { word.contains("/") || word.hasSuffix(".yaml") }

    private func lint(_ word: String, _ catalog: RecipeCatalog, _ host: Host) throws(RecipeError) -> RecipeLint {
        guard Self.isPath(word) else {
            guard let name = PackageName(word) else { throw .unknownRecipe(word, known: (try? catalog.names()) ?? []) }
            return try catalog.lint(name)
        }
        let url = URL(filePath: host.absolute(word))
        let isFolder = (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
        let file = isFolder ? url.appending(path: "recipe.yaml") : url
        return try RecipeCatalog.lint(file: file.path, shown: isFolder ? word + "/recipe.yaml" : word)
    }
}
