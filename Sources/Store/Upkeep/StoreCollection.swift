// Making a store smaller: what was not of use for longest goes first.
//
// The unit is a result with everything that it stands for; blobs of no result, which a killed run or a Bazel that
// shares the folder left, stand for themselves. Results go before blobs, so that however a collection ends no result is
// left without its blobs. What is taken away is first moved aside and looked at again: a run that found it meanwhile
// has marked it (DiskStore+Use), and then it goes back. What was of use since the oldest run that is at work began
// stays, see StoreLease.

import Actions
import Basics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a collection did.
public struct CollectionReport: Hashable, Sendable, Codable {
    /// Bytes of all results and blobs, before and after.
    public var bytesBefore = 0
    public var bytesAfter = 0
    public var resultsRemoved = 0
    public var blobsRemoved = 0
    /// Bytes that stay although they are too many, because runs are at work that may need them.
    public var bytesInUse = 0

    public init() {}
}

extension DiskStore {
    /// Removes what was not of use for longest until blobs and results have at most so many bytes. `waiting` is called
    /// once when another collection is under way.
    ///
    /// Throws `StoreError`, or `CancellationError` when the task is cancelled while it waits.
    public func collect(toBytes limit: Int, waiting: () -> Void = {}) async throws -> CollectionReport {
        let lock = try await collectionLock(waiting: waiting)
        defer { withExtendedLifetime(lock) {} }
        var collection = try StoreCollection(self, limit: limit)
        return try await collection.run()
    }
}

private struct StoreCollection {
    private let store: DiskStore
    private let limit: Int
    private let blobs: [SHA256Value: StoredFile]
    private let results: [StoredFile]
    /// Nothing that was of use since may go.
    private let protectedSince: Int64
    private var reach: ResultReach
    private var kept: Set<SHA256Value> = []
    private var keptBytes = 0
    private var report = CollectionReport()

    /// Something that stays or goes as a whole.
    private struct Item {
        var result: StoredFile?
        var blobs: [StoredFile]
        var used: Int64

        /// For an order that does not depend on how a folder is listed. Each has a result or exactly one blob.
        var name: SHA256Value { result?.hash ?? blobs.first?.hash ?? Digest(of: []).hash }
    }

    init(_ store: DiskStore, limit: Int) throws(StoreError) {
        self.store = store
        self.limit = limit
        protectedSince = try store.oldestLease() ?? .max
        results = try store.files(in: "ac").stored
        blobs = Dictionary(try store.files(in: "cas").stored.map { ($0.hash, $0) }) { first, _ in first }
        reach = ResultReach(store: store)
    }

    mutating func run() async throws(StoreError) -> CollectionReport {
        report.bytesBefore = blobs.values.reduce(0) { $0 + $1.size } + results.reduce(0) { $0 + $1.size }
        report.bytesAfter = report.bytesBefore
        guard report.bytesBefore > limit else { return report }
        let items = try await items()
        var isFull = false
        var losers: [Item] = []
        for item in items {
            let isProtected = item.used >= protectedSince
            isFull = isFull || keptBytes + size(item) > limit
            if isProtected || !isFull { keep(item) } else { losers.append(item) }
        }
        report.bytesInUse = max(0, keptBytes - limit)
        for item in losers { try removeResult(item) }
        for blob in blobs.values.sorted(by: { $0.used < $1.used }) where !kept.contains(blob.hash) {
            if try remove(blob) { report.blobsRemoved += 1 }
        }
        return report
    }

    /// Everything in the store, what was of use last first.
    private mutating func items() async throws(StoreError) -> [Item] {
        var items: [Item] = []
        var owned: Set<SHA256Value> = []
        for result in results {
            let blobs = try await digests(of: result).compactMap { self.blobs[$0.hash] }
            owned.formUnion(blobs.map(\.hash))
            items.append(Item(result: result, blobs: blobs, used: result.used))
        }
        for blob in blobs.values where !owned.contains(blob.hash) { items.append(Item(blobs: [blob], used: blob.used)) }
        return items.sorted { ($0.used, $0.name) > ($1.used, $1.name) }
    }

    /// A result that cannot be read owns nothing: its blobs stand for themselves.
    private mutating func digests(of result: StoredFile) async throws(StoreError) -> [Digest] {
        guard let message = try? ActionResult(encoded: OpenFile.contents(of: result.path)) else { return [] }
        return (try await reach.blobs(of: message) ?? message.blobs)
            + (try await reach.messages(of: result.hash, in: store))
    }

    private func size(_ item: Item) -> Int {
        item.blobs.reduce(item.result?.size ?? 0) { $0 + (kept.contains($1.hash) ? 0 : $1.size) }
    }

    private mutating func keep(_ item: Item) {
        keptBytes += size(item)
        kept.formUnion(item.blobs.map(\.hash))
    }

    private mutating func removeResult(_ item: Item) throws(StoreError) {
        guard let result = item.result else { return }
        if try remove(result) { report.resultsRemoved += 1 } else { keep(item) }
    }

    /// False when it turned out to be of use.
    private mutating func remove(_ file: StoredFile) throws(StoreError) -> Bool {
        guard file.used < protectedSince, try store.takeAway(file, isIdle: protectedSince == .max) else { return false }
        report.bytesAfter -= file.size
        return true
    }
}

extension DiskStore {
    /// Removes a file unless it was of use since it was listed; false when it stays.
    ///
    /// - Parameter isIdle: no run is at work in the store, and none begins meanwhile.
    fileprivate func takeAway(_ file: StoredFile, isIdle: Bool) throws(StoreError) -> Bool {
        guard let status = try FileStatus.of(file.path) else { return true }
        guard status.modified == file.used else { return false }
        let aside: String
        do throws(StoreError) {
            aside = try temporary.makeFile(mode: 0o600).path
        } catch {
            // A full disk, which is what collections are for, has no room even for an empty file.
            guard isIdle, case .system(_, _, let code) = error, code == ENOSPC || code == EDQUOT else { throw error }
            try FileSystem.remove(file.path)
            return true
        }
        guard try FileSystem.rename(file.path, to: aside) else { return true }
        if let status = try FileStatus.of(aside), status.modified != file.used {
            _ = try FileSystem.rename(aside, to: file.path)
            return false
        }
        try FileSystem.remove(aside)
        return true
    }
}
