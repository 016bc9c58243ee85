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
            let received = try believed(bytes, for: action)
            guard let result = try await completed(received, log: log(of: received)) else {
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

    /// A result that is that of the action, as far as one can tell.
    func believed(_ bytes: [UInt8], for action: Digest) throws(RemoteError) -> ReceivedResult {
        do {
            let result = try ReceivedResult(encoded: bytes)
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

    /// What it wrote first: where somebody else kept output and errors apart, that is the output.
    private func log(of received: ReceivedResult) throws(RemoteError) -> Digest? {
        switch received.logs.first {
        case nil: return nil
        case .blob(let digest): return digest
        case .bytes(let bytes):
            do throws(StoreError) { return try local.put(bytes) } catch { throw .store(error) }
        }
    }

    /// The result, when every blob that it stands for is here, or the cache says to hold it. Its trees come here, so that
    /// their folders are known.
    func completed(_ received: ReceivedResult, log: Digest?) async throws(RemoteError) -> ActionResult? {
        do throws(StoreError) {
            var needed = Set(received.files + (log.map { [$0] } ?? []))
            var roots: [Digest: Digest] = [:]
            try await fetch(received.folders.values.map(\.tree))
            for tree in received.folders.values.map(\.tree) {
                guard let folder = try? await Directory.load(tree: tree, from: local) else { return nil }
                try await local.putFolders(of: folder)
                roots[tree] = folder.digest
                needed.formUnion(folder.files)
            }
            guard let result = received.completed(roots: roots, log: log) else { return nil }
            return try await areReachable(local.missing(needed.sorted())) ? result : nil
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

    func bringAll(of result: ActionResult, for action: Digest) async throws(RemoteError) {
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
