import Basics
import Store
import Synchronization

/// A cache in memory that counts its queries.
final class CountingCache: RemoteCache {
    struct Contents {
        var blobs: [Digest: [UInt8]] = [:]
        var results: [Digest: [UInt8]] = [:]
        /// The number of blobs in each call of `missing`.
        var questions: [Int] = []
        /// Whether queries and downloads of blobs fail because the cache does not answer in time.
        var isSilent = false
        /// Whether uploads never finish.
        var isStuck = false
    }

    let contents = Mutex(Contents())

    var name: String { "memory" }
    var isUp: Bool { true }

    func report(_ error: RemoteError) {}

    private static let silence = RemoteError.unavailable("no answer in time")
    var questions: [Int] { contents.withLock { $0.questions } }
    var results: Int { contents.withLock { $0.results.count } }

    func holds(_ digest: Digest) -> Bool { contents.withLock { $0.blobs[digest] != nil } }

    func lose(_ digest: Digest) { contents.withLock { $0.blobs[digest] = nil } }

    func missing(_ digests: [Digest]) async throws(RemoteError) -> [Digest] {
        guard !contents.withLock({ $0.isSilent }) else { throw Self.silence }
        return contents.withLock { contents in
            contents.questions.append(digests.count)
            return digests.filter { contents.blobs[$0] == nil }
        }
    }

    func fetch(_ digests: [Digest], into store: DiskStore) async -> [Digest: RemoteError] {
        if contents.withLock(\.isSilent) { return Dictionary(digests.map { ($0, Self.silence) }) { first, _ in first } }
        var faults: [Digest: RemoteError] = [:]
        for digest in digests {
            guard let bytes = contents.withLock({ $0.blobs[digest] }), (try? store.put(bytes)) == digest else {
                faults[digest] = .rejected("gone")
                continue
            }
        }
        return faults
    }

    func upload(_ digests: [Digest], from store: DiskStore) async throws(RemoteError) {
        if contents.withLock({ $0.isStuck }) {
            try? await Task.sleep(for: .seconds(600))
            throw .cancelled
        }
        for digest in digests {
            guard let bytes = try? store.blob(digest) else { throw .store(.missing(digest)) }
            contents.withLock { $0.blobs[digest] = bytes }
        }
    }

    func result(of action: Digest) async throws(RemoteError) -> [UInt8]? { contents.withLock { $0.results[action] } }

    func put(_ result: [UInt8], for action: Digest) async throws(RemoteError) {
        contents.withLock { $0.results[action] = result }
    }
}
