import Actions
import Basics
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Store

/// What a run remembers about folders and tools.
@Suite(.tags(.process)) struct ToolFactsTests {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.shell("mkdir -p in/sub; printf a >in/a; printf b >in/sub/b; ln -s a in/link; ln -s none in/broken")
    }

    /// Makes a cache whose clock is ahead, so that the test's files are old enough to be cached.
    private func cache(secondsLater: Double = 60) -> FileDigestCache {
        FileDigestCache(in: folder.store) { Int64((Date().timeIntervalSince1970 + secondsLater) * 1e9) }
    }

    private func digest(of name: String = "in") throws -> Digest {
        let cache = cache()
        let digest = try cache.digest(ofFolder: (folder / name).string)
        try cache.save()
        return digest
    }

    // MARK: Folders

    static let changes = [
        "printf c >in/a", "printf b >in/c", "rm in/sub/b", "mv in/a in/z", "ln -sfn other in/broken",
        "printf x >x; ln -sfn ../x in/link",
    ]

    @Test(arguments: changes) func `a changed folder has another digest`(_ script: String) throws {
        let before = try digest()
        try folder.shell(script)
        #expect(try digest() != before)
    }

    @Test func `folders with the same files have the same digest`() throws {
        try folder.shell("cp -r in copy; rm copy/link; cp copy/a copy/link; touch -d 2001-01-01 copy/a")
        #expect(try digest(of: "copy") == digest())
    }

    @Test func `a link to a folder elsewhere counts with that folder's files`() throws {
        try folder.shell("mkdir -p far/sub; printf a >far/sub/a; ln -s ../far in/far; ln -s .. in/up; ln -s sub in/own")
        let before = try digest()
        try folder.shell("printf b >far/sub/a")
        let after = try digest()
        #expect(after != before)
        try folder.shell("printf x >unrelated")
        #expect(try digest() == after)
    }

    @Test func `the caches of Python do not count`() throws {
        let before = try digest()
        try folder.shell("mkdir in/sub/__pycache__; printf x >in/sub/__pycache__/a.pyc")
        #expect(try digest() == before)
    }

    @Test func `a remembered folder is not read again`() throws {
        let before = try digest()
        let path = (folder / "in").string + "/"
        var records = try #require(FileDigestTable(folder.read("store/file-digests") ?? [])?.all)
        let record = try #require(records[path])
        let fake = Digest(hash: Digest(of: Array("fake".utf8)).hash, size: record.digest.size)
        records[path] = FileDigestRecord(status: record.status, digest: fake)
        try Data(FileDigestTable.encode(records)).write(to: URL(filePath: (folder / "store/file-digests").string))
        #expect(try digest() == fake)
        try folder.shell("touch -d 2001-01-01 in/sub/b")
        #expect(try digest() == before)
    }

    @Test func `a folder that was just changed is not remembered`() throws {
        let cache = cache(secondsLater: 1)
        _ = try cache.digest(ofFolder: (folder / "in").string)
        try cache.save()
        #expect(!folder.exists("store/file-digests"))
    }

    @Test func `a missing folder is an error`() {
        #expect(throws: StoreError.self) { try digest(of: "none") }
    }

    // MARK: Facts

    private static let (stamp, other) = (Digest(of: [1]), Digest(of: [2]))

    private func store(_ words: [String], about subject: String = "cc") throws {
        let cache = cache()
        cache.facts.remember(subject, Self.stamp, words)
        try cache.save()
    }

    @Test(arguments: [[], ["one"], ["", "a b", "é"]]) func `a fact is known in the next run`(_ words: [String]) throws {
        try store(words)
        #expect(cache().facts.words("cc", Self.stamp) == words)
        #expect(cache().facts.words("cc", Self.other) == nil)
        #expect(cache().facts.words("cxx", Self.stamp) == nil)
    }

    @Test func `two writers keep each other's facts`() throws {
        let (first, second) = (cache(), cache())
        first.facts.remember("cc", Self.stamp, ["1"])
        second.facts.remember("ld", Self.stamp, ["2"])
        try first.save()
        try second.save()
        #expect(cache().facts.words("cc", Self.stamp) == ["1"])
        #expect(cache().facts.words("ld", Self.stamp) == ["2"])
    }

    @Test(arguments: ["a\tb", "a\nb"]) func `words that would break a line are not kept`(_ word: String) throws {
        try store([word])
        #expect(cache().facts.words("cc", Self.stamp) == nil)
    }

    @Test func `a damaged file counts as empty`() throws {
        try store(["one"])
        let bytes = try #require(folder.read("store/tool-facts"))
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x10
            try Data(damaged).write(to: URL(filePath: (folder / "store/tool-facts").string))
            #expect(cache().facts.words("cc", Self.stamp) == nil)
            try Data(bytes[..<index]).write(to: URL(filePath: (folder / "store/tool-facts").string))
            #expect(cache().facts.words("cc", Self.stamp) == nil)
        }
    }
}
