import Basics
import Documents
import Recipes
import TestSupport
import Testing

/// A catalog finds the recipes in a folder and reports missing recipes.
@Suite(.tags(.process)) struct CatalogTests {
    private static let files = RecipeFiles.fixed([
        "recipes/example/recipe.yaml": Samples.text(),
        "recipes/other/recipe.yaml": Samples.text().replacing("name: example", with: "name: another"),
        "recipes/README.md": "words",
        "recipes/empty/notes.txt": "words",
        "recipes/Upper/recipe.yaml": Samples.text(),
    ])

    private let catalog = RecipeCatalog(folder: "recipes", files: files)

    private func name(_ text: String) throws -> PackageName { try #require(PackageName(text)) }

    @Test func `the catalog lists folders that have a recipe`() throws {
        #expect(try catalog.names().map(\.string) == ["example", "other"])
    }

    @Test func `the catalog chooses the requested version`() throws {
        let request = try RecipeRequest("example@1.0.0")
        let recipe = try catalog.recipe(request.name).recipe
        let choice = try recipe.choice(for: request)
        #expect(recipe.name.string == "example")
        #expect(choice.version.version.string == "1.0.0")
    }

    @Test func `the error for an unknown name suggests the nearest name or lists all names`() throws {
        let error = #expect(throws: RecipeError.self) { try catalog.recipe(try name("exmaple")) }
        #expect(error?.description == "there is no recipe `exmaple`")
        #expect(error?.hint == "did you mean `example`?")
        let far = #expect(throws: RecipeError.self) { try catalog.recipe(try name("qt")) }
        #expect(far?.hint == "recipes: `example`, `other`")
    }

    @Test func `a recipe in the wrong folder is reported with its path`() throws {
        let error = #expect(throws: RecipeError.self) { try catalog.recipe(try name("other")) }
        #expect(
            error?.description == """
                recipes/other/recipe.yaml:1:7: error: the recipe `another` is in the folder `other`
                  1 | name: another
                    |       ^~~~~~~
                hint: give both the same name
                """)
    }

    @Test func `an unreadable catalog is reported with the system's message`() throws {
        let folder = try TemporaryFolder().path("none")
        let missing = RecipeCatalog(folder: folder)
        let error = #expect(throws: RecipeError.self) { try missing.names() }
        #expect(error?.description == "cannot read `\(folder)`: no such file or directory")
        let broken = RecipeCatalog(folder: "recipes", files: .unimplemented)
        #expect(throws: RecipeError.self) { try broken.recipe(try name("example")) }
    }

    @Test func `a pipe or device in place of a recipe or patch is reported, without waiting`() throws {
        let patched = Samples.text(rest: "patches: [a.patch]")
        let folder = try TemporaryFolder([
            "patched/recipe.yaml": patched.replacing("name: example", with: "name: patched")
        ])
        try folder.need(
            "/bin/sh",
            ["-euc", "mkdir pipe device; mkfifo pipe/recipe.yaml patched/a.patch; ln -s /dev/zero device/recipe.yaml"])
        let live = RecipeCatalog(folder: folder.path)
        for place in ["pipe", "device"] {
            let error = #expect(throws: RecipeError.self) { try live.recipe(try name(place)) }
            let path = "\(folder.path)/\(place)/recipe.yaml"
            #expect(error == .unreadable(path: path, reason: "not a regular file"))
        }
        let error = #expect(throws: RecipeError.self) { try live.recipe(try name("patched")) }
        let message = "error: cannot read `\(folder.path)/patched/a.patch`: not a regular file"
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test func `the catalog reads files from disk`() throws {
        let folder = try TemporaryFolder(["example/recipe.yaml": Samples.text()])
        defer { withExtendedLifetime(folder) {} }
        let live = RecipeCatalog(folder: folder.path)
        #expect(try live.names().map(\.string) == ["example"])
        #expect(try live.recipe(try name("example")).source.file == "\(folder.path)/example/recipe.yaml")
        #expect(throws: RecipeError.unknownRecipe("zlib", known: try live.names())) {
            try live.recipe(try name("zlib"))
        }
    }

    @Test(
        arguments: [
            ("secp256k1", "secp256k1", nil), ("secp256k1@0.2.0", "secp256k1", "0.2.0"), ("a@1.0~rc1", "a", "1.0~rc1"),
        ] as [(String, String, String?)])
    func `a name with an optional version is read as a request`(text: String, name: String, version: String?) throws {
        let request = try RecipeRequest(text)
        #expect(request.name.string == name)
        #expect(request.version?.string == version)
        #expect(request.description == text)
    }

    @Test(arguments: ["", "@", "@1.0", "a@", "a@x", "A", "../a", "a@1.0@2.0", "a b"])
    func `a malformed request is refused`(text: String) {
        #expect(throws: RecipeError.badRequest(text)) { try RecipeRequest(text) }
    }
}
