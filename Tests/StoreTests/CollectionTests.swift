import Actions
import Basics
import Foundation
import Machine
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Store

@Suite(.tags(.process)) struct CollectionTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Stores a result with one file, and sets the time of its last use to this many hours ago.
    @discardableResult
    private func keep(_ name: String, bytes count: Int = 1000, hoursAgo: Int) throws -> Digest {
        let store = folder.store
        let blob = SeededRandom.bytes(count, seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
        let digest = try store.put(blob)
        try store.put(ActionResult(outputs: ["out": .file(digest, isExecutable: false)]), for: Self.action(name))
        try age("cas", digest, hoursAgo)
        try age("ac", Self.action(name), hoursAgo)
        return digest
    }

    private func age(_ kind: String, _ digest: Digest, _ hours: Int) throws {
        let hex = digest.hash.hex
        let time = Date(timeIntervalSinceNow: -3600 * Double(hours))
        try FileManager.default.setAttributes(
            [.modificationDate: time], ofItemAtPath: (folder / "store/\(kind)/\(hex.prefix(2))/\(hex)").string)
    }

    private static func action(_ name: String) -> Digest { Digest(of: bytes("action \(name)")) }

    private func kept(_ names: String...) throws -> [String] {
        try names.filter { try folder.store.result(of: Self.action($0)) != nil }
    }

    @Test func `the least recently used results are collected first`() async throws {
        for (name, hours) in [("old", 9), ("new", 1), ("older", 20)] { try keep(name, hoursAgo: hours) }
        let report = try await folder.store.collect(toBytes: 2500)
        #expect(try kept("old", "new", "older") == ["old", "new"])
        #expect(report.resultsRemoved == 1 && report.blobsRemoved == 1)
        #expect(report.bytesAfter <= 2500 && report.bytesBefore > 3000)
        #expect(try await folder.store.verify(removingFaults: false, readers: 2).faults == [])
    }

    @Test func `a collection removes nothing if the store fits the limit`() async throws {
        try keep("a", hoursAgo: 9)
        let report = try await folder.store.collect(toBytes: 10_000)
        #expect(report.bytesAfter == report.bytesBefore && report.blobsRemoved == 0)
    }

    @Test func `a forecast has the report of a collection, and removes nothing`() async throws {
        for (name, hours) in [("old", 9), ("new", 1), ("older", 20)] { try keep(name, hoursAgo: hours) }
        let forecast = try await folder.store.collectionForecast(toBytes: 1500)
        #expect(forecast.resultsRemoved == 2)
        #expect(try folder.shell("find store/cas store/ac -type f | wc -l") == "6\n")
        #expect(try await folder.store.collect(toBytes: 1500) == forecast)
    }

    @Test func `a found result counts as used`() async throws {
        try keep("found", hoursAgo: 9)
        try keep("newer", hoursAgo: 2)
        _ = try folder.store.result(of: Self.action("found"))
        _ = try await folder.store.collect(toBytes: 1200)
        #expect(try kept("found", "newer") == ["found"])
    }

    @Test func `a blob that is put again counts as used`() async throws {
        let digest = try folder.store.put(SeededRandom.bytes(500))
        try age("cas", digest, 9)
        try keep("other", hoursAgo: 2)
        try folder.store.put(SeededRandom.bytes(500))
        _ = try await folder.store.collect(toBytes: 600)
        #expect(try folder.store.missing([digest]) == [])
        #expect(try kept("other") == [])
    }

    @Test func `a blob that results share stays while one of these results stays`() async throws {
        let store = folder.store
        let digest = try store.put(SeededRandom.bytes(1000))
        for (name, hours) in [("a", 9), ("b", 1)] {
            try store.put(ActionResult(outputs: [:], log: digest), for: Self.action(name))
            try age("ac", Self.action(name), hours)
        }
        try age("cas", digest, 9)
        _ = try await folder.store.collect(toBytes: 1100)
        #expect(try kept("a", "b") == ["b"])
        #expect(try store.blob(digest) != nil)
    }

    @Test func `trees of kept results stay complete`() async throws {
        let store = folder.store
        try store.put(bytes("one"))
        let (tree, root) = try await store.put(Directory(files: ["in/one": file("one")]))
        try store.put(
            ActionResult(outputs: ["out": .directory(tree: tree, root: root)]), for: Self.action("tree"))
        try keep("loser", bytes: 5000, hoursAgo: 5)
        for kind in ["cas", "ac"] { try folder.shell("find store/\(kind) -type f -exec touch -d '9 hours ago' {} +") }
        try age("ac", Self.action("tree"), 0)
        _ = try await store.collect(toBytes: 2000)
        #expect(try kept("tree", "loser") == ["tree"])
        #expect(try await Directory.load(root: root, from: folder.store).files == [digest("one")])
        #expect(try await folder.store.verify(removingFaults: false, readers: 1).faults == [])
    }

    @Test func `results that an active run found or made stay`() async throws {
        try keep("found", hoursAgo: 9)
        try keep("unused", hoursAgo: 1)
        let run = folder.store
        let lease = try await run.lease()
        #expect(try run.result(of: Self.action("found")) != nil)
        let made = try run.put(SeededRandom.bytes(700, seed: 3))
        let report = try await folder.store.collect(toBytes: 0)
        #expect(try kept("found", "unused") == ["found"])
        #expect(try folder.store.missing([made]) == [])
        #expect(report.bytesAfter > 0 && report.bytesInUse > 0)
        withExtendedLifetime(lease) {}
    }

    @Test(arguments: [
        ("an hour behind the file system's", -3600, -3600), ("a year ahead", 31_536_000, 31_536_000),
        ("set back by a year", 0, -31_536_000), ("set back from a year ahead", 31_536_000, 0),
        ("set ahead by ten years", 0, 315_360_000),
    ])
    func `results of an active run stay in spite of a wrong system clock`(_ words: String, before: Int64, after: Int64)
        async throws
    {
        // With a clock that is an hour behind, the recorded opening of the store is more than half an hour ago.
        for name in ["found", "unused"] {
            let digest = try keep(name, hoursAgo: 0)
            for path in [Self.place("cas", digest), Self.place("ac", Self.action(name))] {
                try folder.shell("touch -d '30 minutes ago' store/\(path)")
            }
        }
        let offset = Mutex(before)
        let run = DiskStore(at: folder / "store") {
            Clock.nanoseconds() + offset.withLock { $0 } * 1_000_000_000
        }
        let lease = try await run.lease()
        offset.withLock { $0 = after }
        // After a real change of the clock new files get the changed time; here the file system keeps the true time.
        let result = try #require(try run.result(of: Self.action("found")))
        #expect(try run.missing(result.blobs) == [])
        let made = try run.put(SeededRandom.bytes(700, seed: 3))
        let report = try await folder.store.collect(toBytes: 0)
        #expect(try kept("found", "unused") == ["found"], "\(words)")
        #expect(try folder.store.missing(result.blobs + [made]) == [], "\(words)")
        #expect(report.bytesInUse > 0)
        withExtendedLifetime(lease) {}
    }

    @Test func `a blob stored after the clock was set back has the time of the lease`() async throws {
        let offset = Mutex<Int64>(0)
        let run = DiskStore(at: folder / "store") { Clock.nanoseconds() + offset.withLock { $0 } }
        let lease = try await run.lease()
        let since = run.accessTimes.since
        offset.withLock { $0 = -86_400_000_000_000 }
        let made = try run.put(SeededRandom.bytes(700, seed: 3))
        #expect(try FileStatus.of(run.blobPath(made))?.modified == since)
        withExtendedLifetime(lease) {}
    }

    private static func place(_ kind: String, _ digest: Digest) -> String {
        "\(kind)/\(digest.hash.hex.prefix(2))/\(digest.hash.hex)"
    }

    @Test func `blobs of a killed run are collected`() async throws {
        let path = folder.path.string
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = DiskStore(at: FilePath(path).appending("store"))
            let lease = try await store.lease()
            try store.put(SeededRandom.bytes(700))
            kill(getpid(), SIGKILL)
            withExtendedLifetime(lease) {}
        }
        #expect(try folder.shell("ls store/leases | wc -l").contains("1"))
        let report = try await folder.store.collect(toBytes: 0)
        #expect(report.bytesAfter == 0 && report.blobsRemoved == 1)
        #expect(try folder.shell("ls store/leases") == "")
    }

    /// A collection runs concurrently with runs that put, find and read blobs.
    @Test func `a blob reported as present survives a concurrent collection`() async throws {
        for number in 0..<60 { try keep("\(number)", hoursAgo: number + 1) }
        try await withThrowingTaskGroup { group in
            for run in 0..<4 {
                group.addTask {
                    let store = folder.store
                    let lease = try await store.lease()
                    for number in stride(from: run, to: 240, by: 3) {
                        if let result = try store.result(of: Self.action("\(number % 60)")) {
                            for blob in result.blobs { #expect(try store.blob(blob) != nil, "\(number)") }
                        } else {
                            try keep("\(number % 60)", hoursAgo: 0)
                        }
                    }
                    withExtendedLifetime(lease) {}
                }
            }
            group.addTask { for _ in 0..<20 { _ = try await folder.store.collect(toBytes: 20_000) } }
            try await group.waitForAll()
        }
        #expect(try await folder.store.verify(removingFaults: false, readers: 2).faults == [])
        #expect(try folder.shell("find store/tmp -type f") == "")
    }

    @Test func `a collection of an empty store finds no bytes`() async throws {
        #expect(try await folder.store.collect(toBytes: 0).bytesBefore == 0)
    }
}
