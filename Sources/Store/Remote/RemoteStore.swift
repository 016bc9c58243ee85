// A folder of this machine in front of a remote cache. Puts write to the folder and, in the background, to the cache;
// blobs are downloaded from the cache to the folder when they are needed.
//
// The cache is not trusted. A result is used only when it names its action (ActionResult+Binding), and when each of its
// blobs is on this machine or, according to the cache's answer, in the cache. If the local store has a `ResultTrust`, a
// trusted key must have signed the result. A blob is used only when its digest is right. When the cache claims to have a
// blob but does not deliver it, the blob is missing as in any other store, and the engine rebuilds it.

public import Actions
public import Basics
import Synchronization
public import SystemPackage

/// The store in a folder, backed by a remote cache.
public final class RemoteStore: FileStore {
    public let local: DiskStore
    let remote: any RemoteCache
    public let policy: RemotePolicy
    /// Signs the results that this machine made when they are uploaded; nil if they are not signed.
    let signer: ResultSigner?
    let state = Mutex(State())
    let uploads = Uploads(limit: 3)

    struct State {
        /// Blobs that the cache has according to its answers.
        var reachable: Set<Digest> = []
        /// Blobs that the cache lost or has with wrong bytes: they are not requested again, and `send` uploads them.
        var corrupt: Set<Digest> = []
        /// The results of look-ups in the cache; nil for an action without a result, or with a rejected one.
        var results: [Digest: ActionResult?] = [:]
        /// The results of actions that ran on workers in this run. The cache has their blobs; this machine may lack
        /// some.
        var remoteResults: [Digest: ActionResult] = [:]
        var counts = RemoteCounts()
        /// The actions whose results in the cache no trusted key signed.
        var untrusted: Set<Digest> = []

        /// Records that the cache now has the blobs `all`, of which `sent` were uploaded.
        mutating func didUpload(_ sent: [Digest], of all: [Digest]) {
            reachable.formUnion(all)
            corrupt.subtract(sent)
            counts.uploadedBlobs += sent.count
            counts.uploadedBytes += sent.reduce(0) { $0 + $1.size }
        }
    }

    public init(
        _ local: DiskStore, before remote: any RemoteCache, policy: RemotePolicy, signer: ResultSigner? = nil
    ) {
        self.local = local
        self.remote = remote
        self.policy = policy
        self.signer = signer
    }

    /// The counts up to now.
    public var counts: RemoteCounts {
        var counts = state.withLock { $0.counts }
        counts.leftResults += uploads.dropped
        return counts
    }

    /// The same cache, without the results of this machine.
    public var remoteOnly: RemoteStore {
        var policy = policy
        policy.isRemoteOnly = true
        return RemoteStore(local, before: remote, policy: policy, signer: signer)
    }

    // MARK: Blobs

    public func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? {
        if let bytes = try local.blob(digest) { return bytes }
        try await fetch([digest])
        return try local.blob(digest)
    }

    /// Returns the blobs that this machine does not have. The remote cache is not asked: its blobs may disappear a
    /// moment later.
    public func missing(_ digests: [Digest]) throws(StoreError) -> [Digest] { try local.missing(digests) }

    /// Returns the blobs that neither this machine nor the cache has. A cache that does not answer counts as empty,
    /// even if it answered before.
    public func unavailable(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        let candidates = try local.missing(digests)
        guard remote.isUp else { return Set(candidates) }
        return await lost(among: candidates) ?? Set(candidates)
    }

    /// Discards corrupt blobs on this machine only: they may be intact in the cache.
    public func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        try await local.discardCorrupt(digests)
    }

    @discardableResult
    public func put(_ bytes: [UInt8]) throws(StoreError) -> Digest { try local.put(bytes) }

    @discardableResult
    public func put(file path: FilePath) throws(StoreError) -> Digest { try local.put(file: path) }

    public func put(pieces: BlobPieces) throws -> Digest { try local.put(pieces: pieces) }

    public func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError) {
        if try !local.missing([digest]).isEmpty { try await fetch([digest]) }
        try local.materialize(digest, to: path, isExecutable: isExecutable)
    }

    public func fetch(_ digests: [Digest]) async throws(StoreError) {
        let absent = try local.missing(Array(Set(digests)))
        guard remote.isUp, !absent.isEmpty else { return }
        let wanted = state.withLock { state in absent.filter { !state.corrupt.contains($0) } }
        let failures = await remote.fetch(wanted, into: local)
        for error in failures.values { remote.report(error) }
        state.withLock { state in
            for digest in wanted where failures[digest] == nil {
                state.counts.downloadedBlobs += 1
                state.counts.downloadedBytes += digest.size
            }
            for (digest, failure) in failures {
                state.reachable.remove(digest)
                if failure.isOfTheBlob { state.corrupt.insert(digest) }
            }
            state.counts.failures += failures.count
        }
    }

    public func discard(_ digest: Digest) throws(StoreError) {
        state.withLock { state in
            state.reachable.remove(digest)
            state.corrupt.insert(digest)
        }
        try local.discard(digest)
    }

    // MARK: Results

    public func result(of action: Digest) async throws(StoreError) -> ActionResult? {
        if let result = try localResult(of: action) { return result }
        if let known = state.withLock({ $0.results[action] }) { return known }
        let found = try await look(for: [action])[action]
        state.withLock { $0.results[action] = .some(found) }
        return found
    }

    public func prefetchResults(_ actions: [Digest]) async throws(StoreError) {
        var unknown: [Digest] = []
        for action in actions where state.withLock({ $0.results[action] == nil }) {
            if try localResult(of: action) == nil { unknown.append(action) }
        }
        guard remote.isUp, !unknown.isEmpty else { return }
        // Errors are ignored here: they occur again when a result is looked up individually.
        guard let found = try? await look(for: unknown) else { return }
        state.withLock { state in
            for action in unknown { state.results[action] = .some(found[action]) }
        }
    }

    /// Returns the result that this machine has stored, unless the policy ignores it.
    private func localResult(of action: Digest) throws(StoreError) -> ActionResult? {
        policy.isRemoteOnly ? nil : try local.result(of: action)
    }

    public func put(_ result: ActionResult, for action: Digest) throws(StoreError) {
        let isRemote = state.withLock { $0.remoteResults[action] == result }
        if !isRemote { try local.put(result, for: action) }
        state.withLock { $0.results[action] = .some(result) }
        guard policy.access == .readWrite, remote.isUp, mayReplaceResult(of: action) else { return }
        uploads.begin {
            isRemote ? await self.uploadRemoteResult(result, of: action) : await self.upload(result, of: action)
        }
    }

    /// Returns whether the cache's result of an action, if there is one, may be replaced. Without a key to sign with, an
    /// unsigned result would replace one that another user's key signed.
    private func mayReplaceResult(of action: Digest) -> Bool {
        signer != nil || state.withLock { !$0.untrusted.contains(action) }
    }

    public func discardResult(of action: Digest) throws(StoreError) {
        state.withLock { $0.results[action] = .some(nil) }
        try local.discardResult(of: action)
    }
}
