import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct TreeExportTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
        for text in ["abc", "run", "x", "1", "2"] { try store.put(bytes(text)) }
    }

    static let tree = Directory(files: [
        "file": file("abc"), "sub/run": file("run", isExecutable: true), "sub/deep/x": file("x"),
        "empty": .directory(Directory()), "link": .symlink(target: "sub/run"), "up": .symlink(target: "../../x"),
        "Case": file("1"), "case": file("2"), "a name": file("abc"),
    ])

    private func export(_ tree: Directory = tree, to name: String = "out", time: Int = 1_000_000_000) async throws {
        try await TreeExport(from: store, time: time).export(tree, to: folder / name)
    }

    static let listing = """
        Case 644 f 1000000000.0000000000
        a name 644 f 1000000000.0000000000
        case 644 f 1000000000.0000000000
        empty 755 d 1000000000.0000000000
        file 644 f 1000000000.0000000000
        link 777 l 1000000000.0000000000 sub/run
        sub 755 d 1000000000.0000000000
        sub/deep 755 d 1000000000.0000000000
        sub/deep/x 644 f 1000000000.0000000000
        sub/run 755 f 1000000000.0000000000
        up 777 l 1000000000.0000000000 ../../x

        """

    private func list(_ name: String) throws -> String {
        try folder.shell(
            "cd \(name); find . -mindepth 1 \\( -type l -printf '%P %m %y %T@ %l\\n' \\) "
                + "-o \\( -mindepth 1 -printf '%P %m %y %T@\\n' \\) | LC_ALL=C sort")
    }

    @Test func `an exported tree equals the ingested one`() async throws {
        try await export(to: "above/out")
        #expect(try list("above/out") == Self.listing)
        #expect(try folder.shell("cd above/out; cat file sub/run sub/deep/x Case case") == "abcrunx12")
        #expect(
            try await TreeIngest(into: DiskStore(at: folder / "other")).directory(at: folder / "above/out") == Self.tree
        )
    }

    @Test(arguments: ["0", "22", "77", "777"]) func `the umask does not affect an export`(mask: String) async throws {
        let path = folder.path.string
        await #expect(processExitsWith: .success) { [path = path as String, mask = mask as String] in
            let store = DiskStore(at: FilePath(path).appending("other"))
            for text in ["abc", "run", "x", "1", "2"] { try store.put(bytes(text)) }
            umask(mode_t(mask, radix: 8) ?? 0)
            let folder = FilePath(path).appending("out")
            try await TreeExport(from: store, time: 1_000_000_000).export(TreeExportTests.tree, to: folder)
        }
        #expect(try list("out") == Self.listing)
        #expect(try folder.shell("stat -c %a out") == "755\n")
    }

    @Test func `unloaded folders are read from the store`() async throws {
        try await store.put(Self.tree)
        let sub = try Self.tree.folder(at: "sub")
        try await export(Self.tree.inserting(.unloaded(sub.digest), at: "sub"))
        #expect(try list("out") == Self.listing)
    }

    @Test func `outputs and nodes are exported`() async throws {
        let (tree, root) = try await store.put(Self.tree)
        let export = TreeExport(from: store, time: 1_000_000_000)
        try await export.export(ActionResult.Output.directory(tree: tree, root: root), to: folder / "out")
        #expect(try list("out") == Self.listing)
        try await export.export(Node.unloaded(root), to: folder / "deep/below/node")
        #expect(try list("deep/below/node") == Self.listing)
        try await export.export(ActionResult.Output.file(digest("run"), isExecutable: true), to: folder / "new/run")
        #expect(try folder.shell("stat -c %a new/run") == "755\n")
        try await export.export(ActionResult.Output.symlink(target: "run"), to: folder / "new/link")
        #expect(try folder.shell("cat new/link") == "run")
    }

    @Test func `a link at the place of a folder is not followed`() async throws {
        try folder.shell("mkdir outside out; printf victim >outside/run; ln -s ../outside out/sub")
        let error = StoreError.linkInTheWay(path: (folder / "out/sub").string)
        await #expect(throws: error) { try await export() }
        #expect(try folder.shell("ls outside; cat outside/run") == "run\nvictim")
    }

    @Test func `a link at the place of a file is replaced`() async throws {
        try folder.shell(
            "mkdir out; printf victim >victim; ln -s ../victim out/file; printf f >out/link; printf e >out/e")
        try await export()
        #expect(folder.read("victim") == bytes("victim"))
        #expect(try folder.shell("cat out/file; readlink out/link; cat out/e") == "abcsub/run\ne")
    }

    @Test func `a file at the place of a folder is an error`() async throws {
        try folder.write("in the way", to: "out/sub")
        let error = StoreError.file(.system(.createFolder, path: (folder / "out/sub").string, .fileExists))
        await #expect(throws: error) { try await export() }
    }

    @Test func `an export over an equal tree changes nothing`() async throws {
        try await export()
        try await export()
        #expect(try list("out") == Self.listing)
    }

    @Test func `the error for a lost blob contains its digest`() async throws {
        try store.discard(digest("run"))
        await #expect(throws: StoreError.missing(digest("run"))) { try await export() }
        #expect(!folder.exists("out/sub/run"))
    }

    @Test func `an export of a lost folder throws an error before it writes any file`() async throws {
        let tree = Self.tree.inserting(.unloaded(digest("lost")), at: "zz")
        await #expect(throws: StoreError.missing(digest("lost"))) { try await export(tree) }
        #expect(!folder.exists("out/file"))
    }

    @Test func `exported files are separate from the store and from one another`() async throws {
        try await export()
        try folder.shell("printf X | dd of='out/a name' conv=notrunc status=none")
        #expect(try folder.shell("cat out/file") == "abc")
        #expect(try store.blob(digest("abc")) == bytes("abc"))
    }
}
