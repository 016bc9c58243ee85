import Documents
import Foundation
import Recipes
import TestSupport
import Testing

/// The committed JSON Schema matches the recipe language, accepts valid recipes and refuses structural faults.
@Suite(.tags(.process)) struct SchemaTests {
    @Test func `the committed schema matches the recipe language`() throws {
        try Recorded.check(
            RecipeLanguage.jsonSchema, Recorded.repository.appending(path: "docs/recipe.schema.json"))
    }

    private static func validator() throws -> SchemaValidator {
        try SchemaValidator(Data(RecipeLanguage.jsonSchema.utf8))
    }

    /// Returns valid recipes: those of the repository, and one with every kind of value.
    private static func rightRecipes() throws -> [(String, Data)] {
        let catalog = RecipeCatalog(folder: Recorded.repository.appending(path: "recipes").path)
        let files = try catalog.names().map { name in
            let path = "\(catalog.folder)/\(name)/recipe.yaml"
            return (path, try Data(contentsOf: URL(filePath: path)))
        }
        let sample = Samples.text(
            versions: ["1.10", "2.0.0"], build: "  bootstrap: true", rest: ResolutionTests.options)
        return files + [("sample", Data(sample.utf8))]
    }

    /// Invalid recipes with structural faults, which a schema can detect.
    private static let wrong = [
        "unknown-key", "unknown-key-far", "missing-keys", "wrong-types", "nothing-there", "bad-sha256", "bad-version",
        "bad-url", "no-sources", "debian-file", "bad-name", "when-words", "minimum", "options", "enumerations", "tests",
        "no-versions", "not-a-mapping", "word", "everything",
    ]

    @Test func `the schema accepts every valid recipe`() throws {
        let validator = try Self.validator()
        for (name, data) in try Self.rightRecipes() {
            #expect(validator.faults(try JSONValue(yaml: data)) == [], "\(name)")
        }
    }

    @Test(arguments: wrong) func `the schema refuses invalid structure`(name: String) throws {
        let data = try Data(contentsOf: Recorded.golden().appending(path: "\(name).yaml"))
        #expect(try Self.validator().faults(try JSONValue(yaml: data)) != [])
    }

    /// Python's `jsonschema` accepts the schema itself, and accepts and refuses the same recipes.
    @Test(.enabled(if: Python.hasJSONSchema))
    func `Python's validator accepts the schema and agrees about each recipe`() throws {
        let right = try Self.rightRecipes().map { try JSONValue(yaml: $0.1).json }
        let wrong = try Self.wrong.map { name in
            try JSONValue(yaml: try Data(contentsOf: Recorded.golden().appending(path: "\(name).yaml"))).json
        }
        let input =
            "[\(RecipeLanguage.jsonSchema), [\(right.joined(separator: ","))], [\(wrong.joined(separator: ","))]]"
        let script = """
            import json, sys, jsonschema
            schema, right, wrong = json.load(sys.stdin)
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator(schema)
            print([validator.is_valid(x) for x in right].count(True), [validator.is_valid(x) for x in wrong].count(True))
            """
        #expect(try Python.run(script, input: input) == "\(right.count) 0\n")
    }

    @Test func `every key is in the documentation`() throws {
        let docs = try String(contentsOf: Recorded.repository.appending(path: "docs/recipes.md"), encoding: .utf8)
        let schema = try JSONSerialization.jsonObject(with: Data(RecipeLanguage.jsonSchema.utf8))
        for key in Self.keys(schema).sorted() { #expect(docs.contains("`\(key)`"), "`\(key)`") }
    }

    private static func keys(_ value: Any) -> Set<String> {
        if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys($1)) } }
        guard let object = value as? [String: Any] else { return [] }
        let own = (object["properties"] as? [String: Any]).map { Set($0.keys) } ?? []
        return object.values.reduce(into: own) { $0.formUnion(keys($1)) }
    }
}
