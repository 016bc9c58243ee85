import Actions
import Basics
import Machine

/// The contents of a store's folder, in files and bytes.
public struct StoreUsage: Hashable, Sendable, Codable {
    /// A number of files and their size.
    public struct Amount: Hashable, Sendable, Codable {
        public var files = 0
        public var bytes = 0

        mutating func add(_ size: Int) {
            files += 1
            bytes += size
        }
    }

    /// The results, which are small files.
    public var results = Amount()
    /// All blobs.
    public var blobs = Amount()
    /// The blobs that belong to no result: inputs of actions, and blobs that killed runs left.
    public var loose = Amount()
    /// All other files below the store's folder: kept folders of failed actions, records, and files that are being
    /// written.
    public var others = Amount()
    /// The earliest and the latest access time of a result or blob, in seconds since 1970.
    public var oldest: Double?
    public var newest: Double?
}

extension DiskStore {
    /// Returns the numbers and sizes of the files. Reads every result and tree, but not the files in the trees.
    public func usage() async throws(StoreError) -> StoreUsage {
        var usage = StoreUsage()
        var reach = ResultReach(store: self)
        var owned: Set<SHA256Value> = []
        let (results, blobs) = (try files(in: "ac").stored, try files(in: "cas").stored)
        for file in results {
            usage.results.add(file.size)
            guard let result = try? ActionResult(encoded: FileSystem.contents(file.path)) else { continue }
            owned.formUnion((try await reach.blobs(of: result) ?? result.blobs).map(\.hash))
            owned.formUnion(try await reach.messages(of: file.hash, in: self).map(\.hash))
        }
        for blob in blobs {
            usage.blobs.add(blob.size)
            if !owned.contains(blob.hash) { usage.loose.add(blob.size) }
        }
        let times = (results + blobs).map { Double($0.used) / 1e9 }
        (usage.oldest, usage.newest) = (times.min(), times.max())
        for name in try onDisk(FileStatus.of(root) == nil ? [] : FileSystem.names(in: root))
        where !["ac", "cas"].contains(name) {
            try onDisk(Self.count("\(root)/\(name)", in: &usage.others))
        }
        return usage
    }

    /// Adds all files at and below a path. A folder that disappears during the count, or is not readable, counts as far
    /// as it was read.
    private static func count(_ path: String, in amount: inout StoreUsage.Amount) throws(FileError) {
        guard let status = try FileStatus.of(path) else { return }
        guard status.kind == .folder else { return amount.add(status.size) }
        for name in (try? FileSystem.names(in: path)) ?? [] { try count("\(path)/\(name)", in: &amount) }
    }
}
