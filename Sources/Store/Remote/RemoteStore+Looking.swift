import Actions
import Basics
import Synchronization

extension RemoteStore {
    /// The cache's result of an action, when it is worth believing; nil otherwise.
    func look(for action: Digest) async throws(StoreError) -> ActionResult? {
        guard health.isUp else { return nil }
        do throws(RemoteError) {
            let bytes = try await remote.result(of: action)
            health.succeeded()
            guard let bytes else {
                state.withLock { $0.counts.misses += 1 }
                return nil
            }
            let result = try believed(bytes, for: action)
            guard try await holdsAll(of: result) else {
                state.withLock { $0.counts.disbelieved += 1 }
                return nil
            }
            state.withLock { $0.counts.hits += 1 }
            if policy.download == .all { try await bringAll(of: result, for: action) }
            return result
        } catch {
            if case .store(let fault) = error { throw fault }
            health.failed(error)
            state.withLock { $0.counts.failures += 1 }
            return nil
        }
    }

    private func believed(_ bytes: [UInt8], for action: Digest) throws(RemoteError) -> ActionResult {
        do {
            let result = try ActionResult(encoded: bytes)
            switch ActionResult.binding(in: bytes, to: action) {
            case .same: return result
            // A worker of a cluster does not know of bindings, xbuild always writes them.
            case .absent where !result.metadata.isOurs: return result
            case .absent, .other: throw RemoteError.malformed(reason: "the result of another action for `\(action)`")
            }
        } catch let error as RemoteError {
            throw error
        } catch {
            throw .malformed(reason: "\(error)")
        }
    }

    /// Whether every blob that a result stands for is here, or the cache says to hold it. Its trees come here, so that
    /// their folders are known.
    private func holdsAll(of result: ActionResult) async throws(RemoteError) -> Bool {
        do throws(StoreError) {
            var needed = Set(result.log.map { [$0] } ?? [])
            for output in result.outputs.values {
                switch output {
                case .file(let digest, _): needed.insert(digest)
                case .symlink: break
                case .directory(let tree, let root):
                    try await fetch([tree])
                    guard let folder = try? await Directory.load(tree: tree, from: local), folder.digest == root else {
                        return false
                    }
                    try await local.putFolders(of: folder)
                    needed.formUnion(folder.files)
                }
            }
            return try await areReachable(local.missing(needed.sorted()))
        } catch {
            throw .store(error)
        }
    }

    private func areReachable(_ far: [Digest]) async -> Bool {
        let (bad, unknown) = state.withLock { state in
            (far.contains(where: state.bad.contains), far.filter { !state.reachable.contains($0) })
        }
        guard !bad else { return false }
        guard !unknown.isEmpty else { return true }
        do throws(RemoteError) {
            let missing = try await remote.missing(unknown)
            state.withLock { $0.reachable.formUnion(Set(unknown).subtracting(missing)) }
            return missing.isEmpty
        } catch {
            health.failed(error)
            return false
        }
    }

    private func bringAll(of result: ActionResult, for action: Digest) async throws(RemoteError) {
        do throws(StoreError) {
            var reach = ResultReach(store: local)
            try await fetch(reach.blobs(of: result) ?? [])
            try settle(result, for: action)
        } catch {
            throw .store(error)
        }
    }

    /// Keeps a result of the cache in the folder, once all of it is there.
    func settle(_ result: ActionResult, for action: Digest) throws(StoreError) {
        var reach = ResultReach(store: local)
        guard let blobs = try reach.blobs(of: result), try local.missing(blobs).isEmpty else { return }
        try local.put(result, for: action)
    }
}

extension ActionResult.Metadata {
    /// Whether an xbuild ran it.
    fileprivate var isOurs: Bool { [Self.sandboxed, Self.direct, Self.builtin].contains(worker) }
}
