import Documents
import Foundation
import Recipes
import TestSupport
import Testing

/// Invalid recipes and the messages about them, word for word: `Golden/NAME.yaml` and `Golden/NAME.txt`.
@Suite struct WrongRecipeTests {
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Recorded.golden().path)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test func `there are at least thirty invalid recipes`() { #expect(Self.names.count >= 30) }

    @Test func `every recorded error has its recipe`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Recorded.golden().path)
        let texts = files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
        #expect(texts == Self.names)
    }

    @Test(arguments: names)
    func `an invalid recipe gives the recorded error`(name: String) throws {
        let bytes = Array(try Data(contentsOf: Recorded.golden().appending(path: "\(name).yaml")))
        do {
            _ = try Recipe.read(bytes, file: "recipes/example/recipe.yaml", folder: "example")
            Issue.record("`\(name)` was accepted")
        } catch {
            try Recorded.check(error.rendered + "\n", Recorded.golden().appending(path: "\(name).txt"))
        }
    }
}
