import Actions
import Basics
import Foundation
import Testing

@testable import Store

/// A result is complete only if every blob and tree to which it refers is present.
struct CompletenessTests {
    let folder: TestFolder
    let disk: DiskStore
    private let action = digest("action")
    private let tree = Directory(files: ["a/b": file("file"), "c": file("other")])

    init() async throws {
        folder = try TestFolder()
        disk = folder.store
        for text in ["file", "other", "log", "loose"] { try disk.put(bytes(text)) }
        let (tree, root) = try await disk.put(tree)
        try disk.put(
            ActionResult(outputs: ["out": .directory(tree: tree, root: root)], log: digest("log")), for: action)
    }

    private func blob(_ name: String) throws -> Digest {
        switch name {
        case "tree": Digest(of: try tree.treeMessage())
        case "root": tree.digest
        case "folder": try tree.folder(at: "a").digest
        default: digest(name)
        }
    }

    private static let parts = ["file", "other", "log", "tree", "root", "folder"]

    private func isComplete(_ check: CompletenessCheck) async throws -> Bool {
        try await check.isComplete(try #require(try disk.result(of: action)))
    }

    @Test(arguments: parts) func `a result that lacks a part is incomplete`(part: String) async throws {
        #expect(try await isComplete(CompletenessCheck(of: disk)))
        try disk.discard(blob(part))
        #expect(try await !isComplete(CompletenessCheck(of: disk)))
        #expect(try disk.result(of: action) != nil)
    }

    @Test func `the loss of a blob to which no result refers is not reported`() async throws {
        try disk.discard(blob("loose"))
        #expect(try await isComplete(CompletenessCheck(of: disk)))
    }

    @Test func `a result whose lost blob is stored again is complete`() async throws {
        for part in ["file", "tree"] {
            let check = CompletenessCheck(of: disk)
            try disk.discard(blob(part))
            #expect(try await !isComplete(check))
            try disk.put(part == "file" ? bytes("file") : tree.treeMessage())
            #expect(try await isComplete(check))
        }
    }

    @Test(arguments: parts) func `a check that reads all blobs finds any wrong byte`(part: String) async throws {
        let result = try #require(try disk.result(of: action))
        try damage(blob(part))
        // A check that does not read all blobs reads only trees.
        #expect(try await CompletenessCheck(of: disk).isComplete(result) == (part != "tree"))
        let lacking = try await CompletenessCheck(readingAllOf: disk).lacking([action: result])
        #expect(lacking == [action: [try blob(part)]])
        #expect(try disk.missing([blob(part)]) == [blob(part)])
    }

    // MARK: Damaged blobs

    private func damage(_ digest: Digest) throws {
        let path = disk.path(of: digest).string
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.removeItem(atPath: path)
        try bytes.write(to: URL(filePath: path))
    }

    @Test func `put replaces a damaged blob`() throws {
        try damage(digest("file"))
        try disk.put(bytes("file"))
        #expect(try disk.blob(digest("file")) == bytes("file"))
        try damage(digest("file"))
        try folder.write("file", to: "in")
        try disk.put(file: folder / "in")
        #expect(try disk.blob(digest("file")) == bytes("file"))
    }

    @Test func `putting a tree replaces its damaged folders`() async throws {
        for part in ["tree", "root", "folder"] { try damage(blob(part)) }
        try await disk.put(tree)
        for part in ["tree", "root", "folder"] { #expect(try disk.blob(blob(part)) != nil) }
    }

    @Test func `discardCorrupt discards only blobs with wrong bytes`() async throws {
        try damage(digest("file"))
        let asked = ["file", "other", "unknown"].map(digest)
        #expect(try await disk.discardCorrupt(asked) == [digest("file")])
        #expect(try disk.missing(asked) == [digest("file"), digest("unknown")])
    }
}
