import Actions
import Basics
import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Store

@Suite(.tags(.process)) struct FileDigestCacheTests {
    let folder: TestFolder
    let store: DiskStore
    let path: String

    init() throws {
        folder = try TestFolder()
        store = folder.store
        path = (folder / "tool").string
        try folder.write("tool", to: "tool")
    }

    /// Makes a cache whose clock is ahead, so that the test's files are old enough to be cached.
    private func cache(secondsLater: Double = 60) -> FileDigestCache {
        FileDigestCache(in: folder.store) { Int64((Date().timeIntervalSince1970 + secondsLater) * 1e9) }
    }

    /// Stores a table with this digest for `tool`, which differs from the digest of the file's contents.
    private func pretend(_ pretended: Digest) throws {
        let status = try #require(try FileStatus.of(path))
        let record = FileDigestRecord(status, Digest(hash: pretended.hash, size: status.size))
        try Data(FileDigestTable.encode([path: record])).write(
            to: URL(filePath: (folder / "store/file-digests").string))
    }

    @Test func `the digest is that of the file's bytes`() throws {
        let found = try cache().digest(ofFile: path)
        #expect(try folder.shell("sha256sum <tool | cut -d' ' -f1") == "\(found.hash)\n")
        #expect(found.size == 4)
    }

    @Test func `a remembered digest is not computed again`() throws {
        try cache().remember(path)
        try pretend(digest("fake"))
        #expect(try cache().digest(ofFile: path).hash == digest("fake").hash)
    }

    static let touches: [(row: String, script: String)] = [
        ("other bytes of the same length, the old time", "touch -r tool t; printf TOOL >tool; touch -r t tool"),
        ("another file at the same path", "printf TOOL >n; touch -r tool n; mv n tool"),
        ("another length", "printf tools >tool"),
        ("another time", "touch -d 2001-01-01 tool"),
    ]

    @Test(arguments: touches) func `a changed file is read again`(row: String, script: String) throws {
        try cache().remember(path)
        try pretend(digest("fake"))
        try folder.shell(script)
        let sum = try folder.shell("sha256sum <tool | cut -d' ' -f1")
        #expect(try "\(cache().digest(ofFile: path).hash)\n" == sum)
    }

    @Test func `a file that was just changed is not remembered`() throws {
        try cache(secondsLater: 1).remember(path)
        #expect(!folder.exists("store/file-digests"))
        try cache(secondsLater: -3600).remember(path)
        #expect(!folder.exists("store/file-digests"))
        try cache(secondsLater: 3).remember(path)
        #expect(folder.exists("store/file-digests"))
    }

    @Test func `an old modification time does not hide a fresh change`() throws {
        try folder.shell("touch -d 2001-01-01 tool")
        try cache(secondsLater: 1).remember(path)
        #expect(!folder.exists("store/file-digests"))
    }

    @Test func `a file that changes just after it was read is read again`() throws {
        let cache = cache(secondsLater: 0)
        #expect(try cache.digest(ofFile: path) == digest("tool"))
        try folder.shell("touch -r tool t; printf TOOL >tool; touch -r t tool")
        #expect(try cache.digest(ofFile: path) == digest("TOOL"))
    }

    @Test func `two writers keep each other's records`() throws {
        try folder.write("other", to: "other")
        let (first, second) = (cache(), cache())
        _ = try first.digest(ofFile: path)
        _ = try second.digest(ofFile: (folder / "other").string)
        try first.save()
        try second.save()
        let stored = try #require(FileDigestTable(folder.read("store/file-digests") ?? [])?.all)
        #expect(stored.mapValues(\.digest) == [path: digest("tool"), (folder / "other").string: digest("other")])
    }

    @Test func `tasks may query and save concurrently`() async throws {
        let cache = cache()
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    #expect(try cache.digest(ofFile: path) == digest("tool"))
                    try cache.save()
                }
            }
            try await group.waitForAll()
        }
        #expect(FileDigestTable(folder.read("store/file-digests") ?? [])?.all.count == 1)
    }

    @Test func `a link is followed`() throws {
        try folder.shell("ln -s tool link")
        #expect(try cache().digest(ofFile: (folder / "link").string) == digest("tool"))
    }

    @Test func `a folder's links to the state of the running system count with their text`() throws {
        try folder.shell("mkdir f && ln -s /run f/run && ln -s /proc/self/status f/status && ln -s /proc f/x")
        let text = "run\0-> /run\nstatus\0-> /proc/self/status\nx\0-> /proc\n"
        #expect(try cache().digest(ofFolder: (folder / "f").string) == digest(text))
    }

    @Test func `a path that is not a file gives an error`() throws {
        #expect(throws: StoreError.file(.system(.open, path: path + "x", .noSuchFileOrDirectory))) {
            try cache().digest(ofFile: path + "x")
        }
        #expect(throws: StoreError.file(.notRegular(path: folder.path.string))) {
            try cache().digest(ofFile: folder.path.string)
        }
        try folder.shell("mkfifo fifo")
        #expect(throws: StoreError.file(.notRegular(path: (folder / "fifo").string))) {
            try cache().digest(ofFile: (folder / "fifo").string)
        }
    }

    static let records = [
        "/a": FileDigestRecord(status: [-1, .max, 3, 1, 2], digest: digest("abc")),
        "/é": FileDigestRecord(status: [0, 0, 0, .min, -2], digest: digest("")),
    ]

    @Test func `decoded records equal the encoded ones`() {
        #expect(FileDigestTable(FileDigestTable.encode(Self.records))?.all == Self.records)
        #expect(FileDigestTable(FileDigestTable.encode([:]))?.all == [:])
    }

    @Test func `each record of a table is found by its path`() throws {
        let record = try #require(Self.records["/a"])
        for count in 0...20 {
            let paths = (0..<count).map { "/\($0 * 7 % 20)" }
            let table = try #require(
                FileDigestTable(FileDigestTable.encode(Dictionary(uniqueKeysWithValues: paths.map { ($0, record) }))))
            for path in paths { #expect(table[path] == record) }
            #expect(table["/"] == nil)
            #expect(table["/100"] == nil)
        }
    }

    @Test func `a table with a length that exceeds the table is refused`() {
        for length: [UInt8] in [[255, 255, 255, 255], [1, 0, 0, 0], [0, 0, 0, 128]] {
            let body = length + [UInt8](repeating: 0, count: 72)
            let bytes = Array("xbuild file digests 1\n".utf8) + Digest(of: body).hash.bytes + body
            #expect(FileDigestTable(bytes)?.all == nil)
        }
    }

    @Test func `a truncated or damaged cache file counts as empty`() throws {
        let bytes = FileDigestTable.encode(Self.records)
        for index in bytes.indices {
            #expect(FileDigestTable(Array(bytes[..<index]))?.all == nil)
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(FileDigestTable(damaged)?.all == nil)
        }
        try folder.shell("mkdir store; printf garbage >store/file-digests")
        #expect(try cache().remember(path) == digest("tool"))
        #expect(FileDigestTable(folder.read("store/file-digests") ?? [])?.all.count == 1)
    }

    @Test func `a merge that exceeds the limit drops the stored records`() {
        let record = Self.records["/a"]
        let stored = Dictionary(
            uniqueKeysWithValues: (0..<FileDigestRecord.limit).compactMap { number in
                record.map { ("/old/\(number)", $0) }
            })
        #expect(FileDigestRecord.merging(Self.records, over: stored) == Self.records)
        #expect(FileDigestRecord.merging([:], over: stored) == stored)
    }
}

extension FileDigestCache {
    /// Computes the digest, then saves the table.
    @discardableResult
    fileprivate func remember(_ path: String) throws -> Digest {
        let digest = try digest(ofFile: path)
        try save()
        return digest
    }
}
