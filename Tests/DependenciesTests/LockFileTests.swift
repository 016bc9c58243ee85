import Basics
import Dependencies
import Documents
import Foundation
import Recipes
import TestSupport
import Testing

/// `xbuild.lock`: decisions are written as fixed text and read back, and invalid files are refused.
@Suite(.tags(.process)) struct LockFileTests {
    private static let digest = String(repeating: "0123456789abcdef", count: 4)

    private func lock(_ lines: [String], recipe: String = digest) throws -> LockFile {
        let graph = try Catalog(lines).graph(["app"])
        let sha256 = try #require(SHA256Value(hex: recipe))
        let file = try #require(SHA256Value(hex: Self.digest))
        let path: RelativePath = "a \"b\".patch"
        let digests = graph.packages.map { ($0.name, (recipe: sha256, files: [path: file])) }
        return LockFile(graph, digests: Dictionary(uniqueKeysWithValues: digests))
    }

    private static let text = """
        # Written by `xbuild lock`. `xbuild recipe --locked` fails if anything differs.
        schema: 1
        packages:
          app:
            version: "1.10"
            options: {}
            depends: ["true"]
            recipe: \(digest)
            sources:
              - from: "a.tar"
                sha256: \(digest)
            files:
              - path: "a \\"b\\".patch"
                sha256: \(digest)
          true:
            version: "2"
            options: {"d": true, "no": false}
            depends: []
            recipe: \(digest)
            sources:
              - from: "a.tar"
                sha256: \(digest)
            files:
              - path: "a \\"b\\".patch"
                sha256: \(digest)

        """

    @Test func `decisions are written as the expected text`() throws {
        #expect(try lock(["app 1.10; : \"true\"", "true 2 -no +d"]).text == Self.text)
    }

    @Test func `a written lock file reads back`() throws {
        let lock = try lock(["app 1.10; : \"true\"", "true 2 -no +d"])
        #expect(try LockFile.read(Array(lock.text.utf8), file: "xbuild.lock") == lock)
    }

    private static let hasYAML = (try? TemporaryFolder().need("python3", ["-c", "import yaml"])) != nil

    @Test(.enabled(if: hasYAML, "no PyYAML")) func `PyYAML reads the lock file`() throws {
        let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"
        let output = try TemporaryFolder().run("python3", ["-c", script], input: Self.text)
        try #require(output.status == 0, "\(output.err)")
        let json = try JSONSerialization.jsonObject(with: Data(output.out.utf8))
        let read = try #require(json as? [String: Any])
        let packages = try #require(read["packages"] as? [String: [String: Any]])
        #expect(packages["app"]?["version"] as? String == "1.10")
        #expect((packages["app"]?["files"] as? [[String: String]])?.first?["path"] == "a \"b\".patch")
    }

    private static let wrong: [(name: String, change: @Sendable (String) -> String, error: String)] = [
        ("another schema", { $0.replacing("schema: 1", with: "schema: 2") }, "expected a schema from 1 to 1"),
        ("no version", { $0.replacing("version: \"1.10\"", with: "version: x") }, "`x` is not a version"),
        ("a short digest", { $0.replacing("recipe: \(digest)", with: "recipe: 12") }, "`12` is not a SHA-256"),
        ("an unknown key", { $0.replacing("depends:", with: "depend:") }, "unknown key `depend`"),
        (
            "a path that leaves the folder", { $0.replacing("a \\\"b\\\".patch", with: "../x") },
            "is not a relative path"
        ),
        ("an empty file", { _ in "" }, "the file is empty"),
    ]

    @Test(arguments: wrong.indices) func `an invalid lock file is reported with its place`(_ row: Int) {
        let (name, change, expected) = Self.wrong[row]
        let bytes = Array(change(Self.text).utf8)
        do {
            _ = try LockFile.read(bytes, file: "xbuild.lock")
            Issue.record("\(name) was read")
        } catch {
            #expect("\(error)".contains(expected), "\(name): \(error)")
            #expect("\(error)".hasPrefix("xbuild.lock"), "\(name)")
        }
    }

    struct Difference: CustomTestStringConvertible {
        var name: String
        var now: [String]
        var recipe = LockFileTests.digest
        var expected: [String]
        var testDescription: String { name }
    }

    private static let differences = [
        Difference(name: "none", now: ["app 1; : a", "a 1 2 +x"], expected: []),
        Difference(
            name: "a newer version", now: ["app 1; : a", "a 1 2 3 +x"],
            expected: ["`a`: version `3`, but `2` is locked"]),
        Difference(
            name: "an option", now: ["app 1; : a", "a 1 2 -x +y"],
            expected: [
                "`a`: option `x` is off, but on in the lock file",
                "`a`: option `y` is on, but missing in the lock file",
            ]),
        Difference(
            name: "a new package", now: ["app 1; : a, b", "a 1 2 +x", "b 1"],
            expected: ["`app`: its dependencies differ from those in the lock file", "`b` is not locked"]),
        Difference(name: "fewer versions in the recipe", now: ["app 1; : a", "a 2 +x"], expected: []),
        Difference(
            name: "a changed recipe", now: ["app 1; : a", "a 2 +x"], recipe: String(repeating: "a", count: 64),
            expected: ["`a`: its recipe has changed", "`app`: its recipe has changed"]),
    ]

    @Test(arguments: differences) func `differences between lock files are reported`(_ row: Difference) throws {
        let old = try lock(["app 1; : a", "a 1 2 +x"])
        #expect(old.differences(from: try lock(row.now, recipe: row.recipe)) == row.expected)
    }
}
