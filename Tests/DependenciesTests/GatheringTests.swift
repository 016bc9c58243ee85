import Basics
import Dependencies
import Documents
import Recipes
import Testing

/// Requested recipes and their possible dependencies are read; impossible dependencies are reported with their places.
@Suite struct GatheringTests {
    private func catalog(_ lines: [String]) -> RecipeCatalog {
        let names = lines.map { String($0.prefix { $0 != " " }) }
        let paths = names.map { "recipes/\($0)/recipe.yaml" }
        let files = Dictionary(uniqueKeysWithValues: zip(paths, lines.map { Array(ShortRecipe($0).yaml.utf8) }))
        return RecipeCatalog(
            folder: "recipes", files: RecipeFiles(list: { _ in names }, read: { files[$0] }, realPath: { $0 }))
    }

    private func gathered(_ lines: [String], readers: Int = 2) async throws -> RecipeSet {
        try await RecipeSet.gathered(
            [try #require(PackageName("app"))], from: catalog(lines), readers: readers)
    }

    @Test(arguments: [1, 2, 7]) func `only recipes that may be needed are read`(readers: Int) async throws {
        let set = try await gathered(
            ["app 1; : a, b", "a 1 -x; x: c", "b 1 2; >=2: d", "c 1", "d 1; : a", "other 1; : c"], readers: readers)
        #expect(set.files.keys.map(\.string).sorted() == ["a", "app", "b", "c", "d"])
    }

    private func refusal(_ lines: [String]) async throws -> String {
        do {
            _ = try await gathered(lines)
            return "none"
        } catch let error as ResolutionError {
            return "\(error)"
        }
    }

    @Test func `an unknown dependency is reported at its place`() async throws {
        #expect(
            try await refusal(["app 1; : zlib, libpgn", "libpng 1", "zlib 1"]) == """
                recipes/app/recipe.yaml:10:5: error: there is no recipe `libpgn`
                  10 |   - libpgn
                     |     ^~~~~~
                hint: did you mean `libpng`?
                """)
    }

    @Test func `unmatched ranges and unknown options are reported at their places`() async throws {
        let text = try await refusal(["app 1; : a >=3, b +fast", "a 1 2", "b 1 +fats"])
        #expect(text.contains("recipes/app/recipe.yaml:9:13: error: no version of `a` matches `>=3`"))
        #expect(text.contains("hint: versions: `1`, `2`"))
        #expect(text.contains("recipes/app/recipe.yaml:10:13: error: the recipe `b` has no option `fast`"))
        #expect(text.contains("hint: did you mean `fats`?"))
    }

    @Test func `the errors of all files are collected`() async throws {
        let text = try await refusal(["app 1; : a, b", "a 1; : x", "b 1; : y"])
        #expect(text.contains("recipes/a/recipe.yaml:9:5: error: there is no recipe `x`"))
        #expect(text.contains("recipes/b/recipe.yaml:9:5: error: there is no recipe `y`"))
    }

    @Test func `the error for a missing requested recipe has no location`() async throws {
        let name = try #require(PackageName("appp"))
        await #expect(throws: ResolutionError.recipe(.unknownRecipe("appp", known: [try #require(PackageName("app"))])))
        {
            try await RecipeSet.gathered([name], from: catalog(["app 1"]), readers: 1)
        }
    }
}
