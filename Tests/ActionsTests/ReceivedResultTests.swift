import Actions
import Basics
import TestSupport
import Testing

/// Results as workers of other implementations report them, encoded by protoc.
@Suite(.enabled(if: Protoc.isThere), .tags(.process)) struct ReceivedResultTests {
    private static let (tree, root, abc) = (Samples.digest("tree"), Samples.digest("root"), Samples.digest("abc"))

    private func received(_ text: String) throws -> ReceivedResult {
        try ReceivedResult(encoded: try Protoc.encode("ActionResult", text))
    }

    private static func text(_ field: String, _ digest: Digest) -> String {
        "\(field) { hash: \"\(digest.hash)\" size_bytes: \(digest.size) }"
    }

    @Test(arguments: [nil, root, abc])
    func `a folder's root digest comes from its tree and must match a stated digest`(_ stated: Digest?) throws {
        let root = stated.map { Self.text("root_directory_digest", $0) } ?? ""
        let result = try received(
            """
            output_directories { path: "prefix" \(Self.text("tree_digest", Self.tree)) \(root) }
            output_files { path: "log" \(Self.text("digest", Self.abc)) }
            """)
        #expect(result.folders.values.map(\.tree) == [Self.tree])
        let completed = result.completed(roots: [Self.tree: Self.root], log: nil)
        guard stated == nil || stated == Self.root else {
            #expect(completed == nil)
            return
        }
        #expect(
            completed?.outputs == [
                "prefix": .directory(tree: Self.tree, root: Self.root), "log": .file(Self.abc, isExecutable: false),
            ])
        #expect(result.completed(roots: [:], log: nil) == nil)
    }

    @Test(
        arguments: [
            ("", []), (text("stdout_digest", abc), [.blob(abc)]), ("stderr_raw: \"abc\"", [.bytes(Array("abc".utf8))]),
            (text("stderr_digest", abc) + " stdout_raw: \"x\"", [.bytes(Array("x".utf8)), .blob(abc)]),
            (text("stdout_digest", Digest(of: [])), []),
        ] as [(String, [ReceivedResult.Log])])
    func `the logs can be blobs, inline bytes, or absent`(_ text: String, _ logs: [ReceivedResult.Log]) throws {
        #expect(try received("exit_code: 3 " + text).logs == logs)
        #expect(try received("exit_code: 3 " + text).exitCode == 3)
    }

    @Test(arguments: ["path: \"/etc\"", "path: \"../x\"", "path: \"\""])
    func `an invalid output path is refused`(_ path: String) {
        #expect(throws: ProtocolError.self) {
            try received("output_directories { \(path) \(Self.text("tree_digest", Self.tree)) }")
        }
    }
}
