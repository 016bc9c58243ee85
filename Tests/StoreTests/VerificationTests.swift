import Actions
import Basics
import Foundation
import Store
import TestSupport
import Testing

@Suite(.tags(.process)) struct VerificationTests {
    let folder: TestFolder
    let store: DiskStore
    private let action = digest("action")

    init() async throws {
        folder = try TestFolder()
        store = folder.store
        try store.put(bytes("file"))
        try store.put(bytes("log"))
        let (tree, root) = try await store.put(Directory(files: ["a/b": file("file")]))
        try store.put(
            ActionResult(outputs: ["out": .directory(tree: tree, root: root)], log: digest("log")), for: action)
    }

    private func path(_ digest: Digest) -> String { store.path(of: digest).string }

    private var resultFile: String { "store/ac/\(action.hash.hex.prefix(2))/\(action.hash.hex)" }

    @Test func `the verification of an undamaged store finds no fault`() async throws {
        let report = try await store.verify(removingFaults: true, readers: 2)
        #expect(report.faults == [])
        #expect(report.results == 1 && report.blobs == 5)
        #expect(try store.result(of: action) != nil)
    }

    @Test(arguments: [
        ("a flipped bit", "chmod u+w $blob; printf F | dd of=$blob conv=notrunc status=none"),
        ("a truncated blob", "chmod u+w $blob; printf f >$blob"), ("an emptied blob", "chmod u+w $blob; : >$blob"),
        ("a missing blob", "rm -f $blob"), ("a longer blob", "chmod u+w $blob; printf more >>$blob"),
    ])
    func `a result with a damaged blob is reported and removed`(_ name: String, _ script: String) async throws {
        try folder.shell("blob=\(path(digest("file")))\n" + script)
        let dry = try await store.verify(removingFaults: false, readers: 1)
        #expect(!dry.faults.isEmpty, "\(name)")
        #expect(try store.result(of: action) != nil)
        let repaired = try await store.verify(removingFaults: true, readers: 1)
        #expect(repaired.faults == dry.faults, "\(name)")
        #expect(try store.result(of: action) == nil, "\(name)")
        #expect(try await store.verify(removingFaults: false, readers: 1).faults == [], "\(name)")
    }

    @Test func `a malformed result is removed`() async throws {
        try folder.write("no message", to: resultFile)
        #expect(
            try await store.verify(removingFaults: true, readers: 1).faults == [.unreadableResult(action: action.hash)])
        #expect(!folder.exists(resultFile))
    }

    @Test func `an unexpected file is reported and stays`() async throws {
        try folder.write("", to: "store/cas/ab/note")
        let faults = try await store.verify(removingFaults: true, readers: 1).faults
        #expect(faults == [.foreignFile(path: (folder / "store/cas/ab/note").string)])
        #expect(folder.exists("store/cas/ab/note"))
    }

    @Test func `usage counts results, blobs and loose blobs`() async throws {
        try store.put(bytes("unneeded"))
        let usage = try await store.usage()
        #expect(usage.results.files == 1)
        #expect(usage.blobs.files == 6)
        #expect((usage.loose.files, usage.loose.bytes) == (1, 8))
        #expect(try usage.blobs.bytes == Int(folder.shell("cat store/cas/*/* | wc -c | tr -d ' \\n'")))
    }

    @Test func `stores with results of the same actions have equal contents keys`() throws {
        let other = SecondStore.make(in: folder)
        #expect(try other.contentsKey() != store.contentsKey())
        try other.put(ActionResult(outputs: [:]), for: action)
        #expect(try other.contentsKey() == store.contentsKey())
    }
}

/// A second store in the test's folder.
private enum SecondStore {
    static func make(in folder: TestFolder) -> DiskStore { DiskStore(at: folder / "other") }
}
