import Testing

@testable import Checking

/// Reads SwiftPM's answers about manifests.
@Suite struct ManifestAnswerTests {
    static let errors: [(name: String, text: String, answer: ManifestAnswer)] = [
        (
            "SwiftPM's error", "error: 'package': duplicate target named 'Z'\nerror: invalid manifests at [<…>]\n",
            .refused("duplicate target named 'Z'", line: nil)
        ),
        (
            "the compiler's error",
            "error: 'package': Invalid manifest (…)\n/a b/Package.swift:9:22: error: no: x",
            .refused("no: x", line: 9)
        ),
        ("a warning before the error", "warning: old\nerror: no 'x': there\n", .refused("no 'x': there", line: nil)),
        ("output without an error", "Killed\n", .refused("Killed", line: nil)),
        ("no output", "", .refused("the manifest does not run", line: nil)),
        ("separators alone", ": error: \n", .refused(": error: ", line: nil)),
    ]

    @Test(arguments: errors.indices) func `the first error of the manifest is reported`(_ index: Int) {
        let row = Self.errors[index]
        #expect(ManifestAnswer(errors: row.text) == row.answer, "\(row.name)")
    }

    @Test func `a dump names targets, dependencies and versions`() throws {
        let json = """
            {"platforms": [{"platformName": "ios", "version": "13.0"}, {"platformName": "linux", "version": "1"}],
             "dependencies": [{"sourceControl": [{"identity": "x"}]}, {"fileSystem": [{"path": "/y"}]}],
             "targets": [{"name": "A", "type": "test", "dependencies": [{"byName": ["B", null]}, {"product": ["P", "p"]}],
              "settings": [{"kind": {"unsafeFlags": {"_0": ["-L."]}}}]}, {"name": 1}]}
            """
        let dump = try ManifestDump(Array(json.utf8))
        #expect(dump.targets.map(\.name) == ["A"] && dump.products.isEmpty)
        #expect(dump.targets.first?.dependencies == ["B"] && dump.targets.first?.hasUnsafeFlags == true)
        #expect(dump.targets.first?.usualFolder == "Tests/A" && dump.localDependencies == ["/y"])
        #expect(dump.minimums.count == 2 && dump.minimums[.iOSSimulator]?.description == "13.0")
    }
}
