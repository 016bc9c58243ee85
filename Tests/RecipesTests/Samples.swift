import Basics
import Documents
import Recipes
import Targets

/// A minimal recipe, for tests that add a few lines.
enum Samples {
    static let digest = String(repeating: "0123456789abcdef", count: 4)

    /// Returns a recipe's text. The lines of `build` must be indented by at least two spaces; those of `rest` need not.
    static func text(versions: [String] = ["1.0.0"], build: String = "", rest: String = "") -> String {
        let versions = versions.map { "  \($0):\n    sources: [{ path: a.tar.gz, sha256: \(digest) }]\n" }.joined()
        return """
            name: example
            summary: an example
            license: MIT
            versions:
            \(versions)build:
              system: autotools
            \(build)
            targets: [linux]
            products: { libraries: [libexample.a], headers: [example.h], module: example }
            licenses: [COPYING]
            \(rest)

            """
    }

    static func read(_ text: String) throws(Faults) -> RecipeFile {
        try Recipe.read(Array(text.utf8), file: "recipe.yaml")
    }

    static func recipe(versions: [String] = ["1.0.0"], build: String = "", rest: String = "") throws -> Recipe {
        try read(text(versions: versions, build: build, rest: rest)).recipe
    }

    /// Returns the messages of a text's faults, without places and hints.
    static func faults(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            return error.diagnostics.map(\.message)
        }
    }

    struct UnexpectedValue: Error {}

    static func target(_ name: String) throws -> Target {
        guard let target = Target(name) else { throw UnexpectedValue() }
        return target
    }
}

extension RecipeFiles {
    /// Returns files whose contents are in a dictionary, by path.
    static func fixed(_ files: [String: String]) -> RecipeFiles {
        RecipeFiles(
            list: { folder in
                let names = files.keys.filter { $0.hasPrefix(folder + "/") }
                    .compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
                if names.isEmpty { throw NoFileAccess() }
                return Array(Set(names))
            },
            read: { files[$0].map { Array($0.utf8) } }, realPath: { $0 })
    }

    /// Throws an error at every call.
    static let unimplemented = RecipeFiles(
        list: { _ in throw NoFileAccess() }, read: { _ in throw NoFileAccess() }, realPath: { _ in nil })

    private struct NoFileAccess: Error, CustomStringConvertible {
        var description: String { "no such file or folder" }
    }
}

extension Recipe {
    /// Chooses a version and resolves the recipe in one step. `options` contains the options that differ from their
    /// defaults.
    func resolved(
        version: Version? = nil, target: Target, toolchain: String, options: [OptionName: Bool] = [:]
    ) throws(RecipeError) -> ResolvedRecipe {
        let names = options.keys.sorted()
        let request = RecipeRequest(
            name: name, version: version, with: names.filter { options[$0] == true }.map(\.string),
            without: names.filter { options[$0] == false }.map(\.string))
        return try resolved(try choice(for: request), target: target, toolchain: toolchain)
    }
}
