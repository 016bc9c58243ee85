import Documents
import Recipes
import Targets

/// A minimal recipe, for tests that add a few lines.
enum Samples {
    static let digest = String(repeating: "0123456789abcdef", count: 4)

    /// `build` and `rest` are lines with their final indentation: two and none.
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

    struct NoTarget: Error {}

    static func target(_ name: String) throws -> Target {
        guard let target = Target(name) else { throw NoTarget() }
        return target
    }
}
