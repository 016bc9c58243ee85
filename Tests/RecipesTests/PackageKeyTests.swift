import Basics
import Packages
import Recipes
import Testing

@Suite struct PackageKeyTests {
    @Test func `package formats, privacy reasons and explanations are read`() throws {
        let recipe = try Samples.recipe(
            rest: """
                packages: [xcframework, swiftpm]
                privacy:
                  file-timestamp: [C617.1, 3B52.1]
                  disk-space: [E174.1]
                explained:
                  getentropy: a system call
                """)
        #expect(recipe.packages == [.xcframework, .swiftPackage])
        #expect(recipe.privacy == [.fileTimestamp: ["C617.1", "3B52.1"], .diskSpace: ["E174.1"]])
        #expect(recipe.explained == ["getentropy": "a system call"])
        let silent = try Samples.recipe()
        #expect(silent.packages.isEmpty && silent.privacy.isEmpty && silent.explained.isEmpty)
    }

    static let faults: [(rest: String, message: String)] = [
        ("packages: [dmg]", "`dmg` is not a package format"),
        ("privacy: { stat: [C617.1] }", "`stat` is not a kind of system function"),
        ("privacy: { disk-space: [C617.1] }", "`C617.1` is not a reason for `disk-space`"),
        ("explained: { strerror: }", "expected a reason, found nothing"),
        ("privacy: { disk-space: [] }", "this list must not be empty"),
    ]

    @Test(arguments: faults) func `invalid formats and reasons are refused`(row: (rest: String, message: String)) {
        #expect(Samples.faults(Samples.text(rest: row.rest)) == [row.message])
    }
}
