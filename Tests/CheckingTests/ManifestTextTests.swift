import Testing

@testable import Checking

/// Reads manifests without running them.
@Suite struct ManifestTextTests {
    private static let text = ##"""
        // swift-tools-version: 6.0
        let package = Package(
            name: "Z", /* of /* all */ things */ platforms: [.macOS(.v13), .iOS("15.0")],
            targets: [
                .target(name: #"Z"#, dependencies: [.target(name: "Y", condition: .when(platforms: [.iOS])), other]),
                .binaryTarget(name: "Y" + "Z", path: "a\(b("c"))", url: """
                    long
                    """, checksum: c())
            ])
        """##

    @Test func `calls know their enclosing calls, innermost first`() {
        let calls = ManifestText(parsing: Self.text).calls
        let paths = calls.map { ([$0.name] + Array($0.path)).joined(separator: " < ") }
        #expect(
            paths.sorted() == [
                "Package", "binaryTarget < Package", "iOS < Package", "macOS < Package", "target < Package",
                "target < target < Package", "when < target < target < Package",
            ])
        #expect(calls.first { $0.name == "when" }?.path.innermost == "target")
        #expect(calls.first { $0.name == "Package" }?.path.innermost == nil)
    }

    @Test func `literal texts and lists are read as written, other arguments are ignored`() throws {
        let manifest = ManifestText(parsing: Self.text)
        #expect(manifest.unclosed == nil && manifest.tooDeep == nil)
        let package = try #require(manifest.calls("Package").first)
        #expect(package.texts == ["name": "Z"] && package.line == 2)
        let target = try #require(manifest.calls("target").first { $0.path.innermost == "Package" })
        #expect(target.texts["name"] == "Z" && target.line == 5)
        #expect(target.lists["dependencies"] == [] && target.computed == ["dependencies"])
        let binary = try #require(manifest.calls("binaryTarget").first)
        #expect(binary.texts.isEmpty && binary.computed == ["name", "path", "url", "checksum"])
        #expect(binary.labels == ["name", "path", "url", "checksum"] && binary.line == 6)
        #expect(manifest.calls("macOS").first?.words == ["": ".v13"])
        #expect(manifest.calls("iOS").first?.texts == ["": "15.0"])
    }

    @Test func `a call without arguments is left out`() {
        #expect(ManifestText(parsing: "a(); b(c(), d); e()").calls.map(\.name) == ["b"])
    }

    @Test(arguments: [
        ("a(\n\"b\n)", 2), ("a\n/* /* */", 2), ("a(\nb(1)", 1), ("\n#\"a\"\n\"#", 2), ("a(\n\"\"\"\nb\n\")", 2),
        ("a(\"\\(b\n)", 1),
    ])
    func `an unclosed bracket is reported with its line`(text: String, line: Int) {
        #expect(ManifestText(parsing: text).unclosed == line)
    }

    @Test func `brackets nest to a depth of 64`() {
        func manifest(_ depth: Int) -> ManifestText {
            ManifestText(parsing: String(repeating: "a(\n", count: depth) + "1" + String(repeating: ")", count: depth))
        }
        #expect(manifest(64).tooDeep == nil && manifest(64).calls.count == 64)
        #expect(manifest(65).tooDeep == 65 && manifest(65).calls.isEmpty)
    }
}
