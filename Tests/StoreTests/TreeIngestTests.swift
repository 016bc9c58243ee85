import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct TreeIngestTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    private func ingest() async throws -> Directory { try await TreeIngest(into: store).directory(at: folder / "in") }

    @Test func `files, links and folders are ingested`() async throws {
        try folder.shell(
            """
            mkdir -p in/sub/deep in/empty
            printf abc >in/file; printf run >in/sub/run; chmod 0755 in/sub/run; printf x >in/sub/deep/x
            ln -s sub/run in/link; ln -s nowhere in/dangling; ln -s /etc in/absolute; ln -s sub in/folder
            printf 1 >in/Case; printf 2 >in/case; printf s >'in/a name'; printf u >in/é
            """)
        let tree = try await ingest()
        #expect(
            tree.digest
                == Directory(files: [
                    "file": file("abc"), "sub/run": file("run", isExecutable: true), "sub/deep/x": file("x"),
                    "empty": .directory(Directory()), "link": .symlink(target: "sub/run"),
                    "dangling": .symlink(target: "nowhere"), "absolute": .symlink(target: "/etc"),
                    "folder": .symlink(target: "sub"), "Case": file("1"), "case": file("2"), "a name": file("s"),
                    "é": file("u"),
                ]).digest)
        #expect(try store.missing(["abc", "run", "x", "1", "2", "s", "u"].map(digest)) == [])
    }

    static let modes: [(mode: String, isExecutable: Bool)] = [
        ("0644", false), ("0755", true), ("0700", true), ("0400", false), ("0611", false), ("4755", true),
    ]

    @Test(arguments: modes) func `a file is executable if its owner may execute it`(mode: String, isExecutable: Bool)
        async throws
    {
        try folder.shell("mkdir in; printf abc >in/f; chmod \(mode) in/f")
        #expect(try await ingest()["f"] == file("abc", isExecutable: isExecutable))
    }

    @Test func `times and hard links do not affect an ingested folder`() async throws {
        try folder.shell("mkdir in; printf abc >in/a; printf abc >in/b")
        let before = try await ingest()
        try folder.shell("ln -f in/a in/b; touch -d 2001-01-01 in/a; touch in")
        #expect(try await ingest().digest == before.digest)
    }

    static let refused: [(row: String, script: String, error: @Sendable (FilePath) -> StoreError)] = [
        ("a named pipe", "mkfifo in/x", { .file(.special(path: $0.appending("in/x").string)) }),
        ("a line feed", "touch 'in/a\nb'", { .file(.badName(folder: $0.appending("in").string, name: "a\nb")) }),
        (
            "a name that is not UTF-8", "touch \"in/$(printf 'a\\351')\"",
            { .file(.badName(folder: $0.appending("in").string, name: "a\u{FFFD}")) }
        ),
    ]

    @Test(arguments: refused.indices) func `special files and invalid names are refused`(row: Int) async throws {
        try folder.shell("mkdir in; \(Self.refused[row].script)")
        await #expect(throws: Self.refused[row].error(folder.path)) { try await ingest() }
    }

    @Test func `a folder too deep to be read again is refused`() async throws {
        let deep = Array(repeating: "d", count: Directory.maximumDepth - 1).joined(separator: "/")
        try folder.shell("mkdir -p in/\(deep)")
        let tree = try await ingest()
        #expect(try Directory(treeMessage: tree.treeMessage()).digest == tree.digest)
        try folder.shell("mkdir in/\(deep)/d")
        await #expect(throws: StoreError.self) { try await ingest() }
    }

    @Test func `a missing folder is an error`() async throws {
        let error = StoreError.file(.system(.list, path: (folder / "in").string, .noSuchFileOrDirectory))
        await #expect(throws: error) { try await ingest() }
    }

    @Test func `an output describes the folder, file or link at its path`() async throws {
        try folder.shell("mkdir -p in/sub; printf abc >in/sub/f; chmod +x in/sub/f; ln -s sub in/l")
        let ingest = TreeIngest(into: store)
        let expected = Directory(files: ["sub/f": file("abc", isExecutable: true), "l": .symlink(target: "sub")])
        let tree = try Digest(of: expected.treeMessage())
        #expect(try await ingest.output(at: folder / "in") == .directory(tree: tree, root: expected.digest))
        #expect(try await ingest.output(at: folder / "in/sub/f") == .file(digest("abc"), isExecutable: true))
        #expect(try await ingest.output(at: folder / "in/l") == .symlink(target: "sub"))
        #expect(try await ingest.output(at: folder / "in/none") == nil)
        // The folder can be loaded from its tree and from its root.
        #expect(try await Directory.load(tree: tree, from: store)["sub/f"] == file("abc", isExecutable: true))
        #expect(
            try await Directory.load(root: expected.digest, from: store)["sub/f"] == file("abc", isExecutable: true))
    }
}
