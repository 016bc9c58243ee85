// Collection: removes the least recently used objects of a store.
//
// A result is removed or kept together with all its blobs. A blob without a result, which a killed run or a Bazel that
// shares the folder left, is removed or kept separately. Results are removed before blobs, so that an interrupted
// collection leaves no result without its blobs. A file is first moved to a temporary path and checked again: if a run
// has used and marked it in the meantime (DiskStore+Use), it is moved back. All files that were used since the start of
// the oldest running run stay, see StoreLease.

import Actions
import Basics
import Machine
import SystemPackage

/// The effect of a collection.
public struct CollectionReport: Hashable, Sendable, Codable {
    /// The size of all results and blobs in bytes, before and after the collection.
    public var bytesBefore = 0
    public var bytesAfter = 0
    public var resultsRemoved = 0
    public var blobsRemoved = 0
    /// Bytes above the limit that stay because running runs may need them.
    public var bytesInUse = 0
}

extension DiskStore {
    /// Removes the least recently used objects until blobs and results have at most this number of bytes. `waiting` is
    /// called once when another collection is running.
    ///
    /// Throws `StoreError`, or `CancellationError` when the task is cancelled while it waits.
    public func collect(toBytes limit: Int, waiting: () -> Void = {}) async throws -> CollectionReport {
        try checkWritable()
        let lock = try await collectionLock(waiting: waiting)
        defer { withExtendedLifetime(lock) {} }
        var collection = try StoreCollection(self, limit: limit)
        return try await collection.run { (file, isIdle) throws(StoreError) in
            try onDisk(removeUnlessUsed(file, isIdle: isIdle))
        }
    }

    /// Returns the report of a collection that would begin now, and removes nothing.
    public func collectionForecast(toBytes limit: Int) async throws(StoreError) -> CollectionReport {
        var collection = try StoreCollection(self, limit: limit)
        return try await collection.run { (_, _) throws(StoreError) in true }
    }
}

private struct StoreCollection {
    private let store: DiskStore
    private let limit: Int
    private let blobs: [SHA256Value: StoredFile]
    private let results: [StoredFile]
    /// Files that were used at this time or later must stay, in nanoseconds since 1970.
    private let protectedSince: Int64
    private var reach: ResultReach
    private var kept: Set<SHA256Value> = []
    private var keptBytes = 0
    private var report = CollectionReport()

    /// A result with its blobs, or a single blob: it is kept or removed as a whole.
    private struct Item {
        var result: StoredFile?
        var blobs: [StoredFile]
        var used: Int64

        /// A sort key that makes the order independent of the order in a folder. Each item has a result or exactly one
        /// blob.
        var name: SHA256Value { result?.hash ?? blobs.first?.hash ?? Digest(of: []).hash }
    }

    init(_ store: DiskStore, limit: Int) throws(StoreError) {
        self.store = store
        self.limit = limit
        protectedSince = try onDisk(store.oldestLease()) ?? .max
        results = try store.files(in: "ac").stored
        blobs = Dictionary(try store.files(in: "cas").stored.map { ($0.hash, $0) }) { first, _ in first }
        reach = ResultReach(store: store)
    }

    /// Removes a file unless it was used since it was listed. Returns false when the file stays.
    typealias Removal = (_ file: StoredFile, _ isIdle: Bool) throws(StoreError) -> Bool

    mutating func run(_ removal: Removal) async throws(StoreError) -> CollectionReport {
        report.bytesBefore = blobs.values.reduce(0) { $0 + $1.size } + results.reduce(0) { $0 + $1.size }
        report.bytesAfter = report.bytesBefore
        guard report.bytesBefore > limit else { return report }
        let items = try await items()
        var isFull = false
        var evicted: [Item] = []
        for item in items {
            let isProtected = item.used >= protectedSince
            isFull = isFull || keptBytes + size(item) > limit
            if isProtected || !isFull { keep(item) } else { evicted.append(item) }
        }
        report.bytesInUse = max(0, keptBytes - limit)
        for item in evicted { try removeResult(item, removal) }
        for blob in blobs.values.sorted(by: { $0.used < $1.used }) where !kept.contains(blob.hash) {
            if try remove(blob, removal) { report.blobsRemoved += 1 }
        }
        return report
    }

    /// Returns all items of the store, the most recently used first.
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

    /// Returns the digests of a result's blobs and of its action's messages. An unreadable result has none: its blobs
    /// are separate items.
    private mutating func digests(of result: StoredFile) async throws(StoreError) -> [Digest] {
        guard let message = try? ActionResult(encoded: FileSystem.contents(result.path)) else { return [] }
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

    private mutating func removeResult(_ item: Item, _ removal: Removal) throws(StoreError) {
        guard let result = item.result else { return }
        if try remove(result, removal) { report.resultsRemoved += 1 } else { keep(item) }
    }

    /// Removes a file. Returns false when it stays, because it was used in the meantime.
    private mutating func remove(_ file: StoredFile, _ removal: Removal) throws(StoreError) -> Bool {
        guard file.used < protectedSince, try removal(file, protectedSince == .max) else { return false }
        report.bytesAfter -= file.size
        return true
    }
}

extension DiskStore {
    /// Removes a file unless it was used since it was listed. Returns false when it stays.
    ///
    /// - Parameter isIdle: whether no run uses the store; no run can start before the end of the collection.
    fileprivate func removeUnlessUsed(_ file: StoredFile, isIdle: Bool) throws(FileError) -> Bool {
        guard let status = try FileStatus.of(file.path) else { return true }
        guard status.modified == file.used else { return false }
        let aside: String
        do throws(FileError) {
            aside = try temporary.makeFile(mode: 0o600).path
        } catch {
            // A full disk, the usual reason for a collection, has no room even for an empty file.
            guard isIdle, error.errno == .noSpace || error.errno == .diskQuotaExceeded else { throw error }
            try FileSystem.remove(file.path)
            return true
        }
        guard try FileSystem.replace(aside, by: file.path) else { return true }
        if let status = try FileStatus.of(aside), status.modified != file.used {
            _ = try FileSystem.replace(file.path, by: aside)
            return false
        }
        try FileSystem.remove(aside)
        return true
    }
}
