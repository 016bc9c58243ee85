import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Store

@Suite(.tags(.process)) struct StoreSizeCheckTests {
    private static let day: Int64 = 24 * 60 * 60 * 1_000_000_000

    @Test(
        arguments: [
            (nil, 0, true), (0, 6 * day, false), (0, 7 * day, true), (day, 0, false), (30_000 * day, 0, true),
            (0, 30_000 * day, true), (Int64.min, Int64.max, true), (5 * day, 5 * day, false),
        ] as [(Int64?, Int64, Bool)])
    func `the size is measured once a week, also after a change of the clock`(
        _ last: Int64?, _ now: Int64, _ isDue: Bool
    ) {
        #expect(StoreSizeCheck.isDue(last: last, now: now) == isDue)
    }

    @Test func `the size counts results and blobs, and is measured again after a week`() throws {
        let folder = try TestFolder()
        let store = folder.store
        try store.put(bytes("abc"))
        try folder.shell("mkdir -p store/xbuild-work; echo long >store/xbuild-work/log")
        #expect(try store.sizeIfDue() == 3)
        #expect(try store.sizeIfDue() == nil)
        try folder.shell("touch -d '8 days ago' store/size-checked")
        #expect(try store.sizeIfDue() == 3)
    }

    /// The clock of the machine is at the start of 1970, or in the year 2040.
    @Test(arguments: [0, 70 * 365 * day])
    func `a store can be used and collected with a wrong clock`(_ time: Int64) async throws {
        let folder = try TestFolder()
        let store = DiskStore(at: folder / "store") { time }
        do {
            let lease = try await store.lease()
            try store.put(bytes("abc"))
            #expect(try store.sizeIfDue() == 3)
            #expect(try await store.collect(toBytes: 0).bytesAfter == 3)
            withExtendedLifetime(lease) {}
        }
        #expect(try await store.collect(toBytes: 0).bytesAfter == 0)
        #expect(try store.blob(digest("abc")) == nil)
    }
}
