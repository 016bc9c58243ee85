import Actions
public import Basics
import Synchronization

extension RemoteStore {
    /// Puts a result into the cache with everything that it stands for, the result last.
    /// Failures are told and that is all.
    func upload(_ result: ActionResult, of action: Digest) async {
        await reportingFailures { () async throws(RemoteError) in
            let all = try await blobs(of: result, action).uniqued()
            let sent = try await send(all)
            try await remote.put(result.encoded(for: action), for: action)
            state.withLock { state in
                state.didUpload(sent, of: all)
                state.counts.uploadedResults += 1
            }
        }
    }

    /// Puts a result into the cache whose blobs are there already but for its log, so that it says whose it is.
    func uploadRemoteResult(_ result: ActionResult, of action: Digest) async {
        await reportingFailures { () async throws(RemoteError) in
            if let log = result.log { try await remote.upload(remote.missing([log]), from: local) }
            try await remote.put(result.encoded(for: action), for: action)
        }
    }

    /// Puts something into a cache that takes results.
    private func reportingFailures(_ put: () async throws(RemoteError) -> Void) async {
        guard remote.isUp else { return }
        do throws(RemoteError) {
            guard !Task.isCancelled else { throw .cancelled }
            guard try await remote.takesResults else { return }
            try await put()
        } catch {
            remote.report(error)
            state.withLock { state in
                if error == .cancelled { state.counts.leftResults += 1 } else { state.counts.failures += 1 }
            }
        }
    }

    /// Puts those of these blobs into the cache that it does not hold, and those that it held wrong; returns them.
    func send(_ all: [Digest]) async throws(RemoteError) -> [Digest] {
        let (known, forced) = state.withLock { ($0.reachable, $0.corrupt) }
        let unknown = all.filter { !known.contains($0) && !forced.contains($0) }
        let missing = unknown.isEmpty ? [] : try await remote.missing(unknown)
        let wanted = missing + all.filter(forced.contains)
        try await remote.upload(wanted, from: local)
        return wanted
    }

    /// What the result needs, and the messages of its action, so that others can see what made it.
    private func blobs(of result: ActionResult, _ action: Digest) async throws(RemoteError) -> [Digest] {
        do throws(StoreError) {
            var reach = ResultReach(store: local)
            guard let blobs = try await blobs(of: result, action, &reach) else { throw StoreError.missing(action) }
            return blobs
        } catch {
            throw .store(error)
        }
    }

    /// Nil when this machine has lost a tree.
    private func blobs(
        of result: ActionResult, _ action: Digest, _ reach: inout ResultReach
    ) async throws(StoreError) -> [Digest]? {
        guard let blobs = try await reach.blobs(of: result) else { return nil }
        return try await blobs + local.present(reach.messages(of: action.hash, in: local))
    }

    /// Puts into the cache what it lacks of the results of these actions, as far as this machine can tell them:
    /// results, those that stand there with other outputs, and blobs that it has lost. It is asked about all blobs at
    /// once. Returns how many results there were.
    @discardableResult
    public func share(_ actions: [Digest]) async throws(StoreError) -> Int {
        guard policy.access == .readWrite, remote.isUp else { return 0 }
        guard !Task.isCancelled else {
            state.withLock { $0.counts.leftResults += actions.count }
            return 0
        }
        var held: [(action: Digest, result: ActionResult, blobs: [Digest])] = []
        var reach = ResultReach(store: local)
        for action in actions {
            let known = state.withLock { $0.results[action] ?? nil }
            guard let result = try local.result(of: action) ?? known else { continue }
            held.append((action, result, try await blobs(of: result, action, &reach) ?? []))
        }
        let there = await inParallel(held.map { ($0.action, $0.result) }, atMost: 32) { action, result in
            (action, await self.isThere(result, of: action))
        }
        let whole = Set(there.filter(\.1).map(\.0))
        let lost = await lost(among: held.flatMap(\.blobs).uniqued()) ?? []
        guard !Task.isCancelled else {
            state.withLock { $0.counts.leftResults += held.count }
            return 0
        }
        // It is known of these: uploads need not ask again.
        state.withLock { $0.corrupt.formUnion(lost) }
        let lacking = held.filter { !whole.contains($0.action) || !lost.isDisjoint(with: $0.blobs) }
        for (action, result, _) in lacking { uploads.begin { await self.upload(result, of: action) } }
        return lacking.count
    }

    /// Whether the cache tells the same of an action.
    private func isThere(_ result: ActionResult, of action: Digest) async -> Bool {
        if state.withLock({ $0.results[action] == .some(result) }) { return true }
        guard let bytes = try? await remote.result(of: action), let received = try? verified(bytes, for: action) else {
            return false
        }
        var roots: [Digest: Digest] = [:]
        for case .directory(let tree, let root) in result.outputs.values { roots[tree] = root }
        return received.completed(roots: roots, log: nil)?.outputs == result.outputs
    }

    /// Waits for uploads, and keeps what came from the cache whole. A run calls it once at its end; a cancelled one
    /// gives its uploads up.
    public func finish() async throws(StoreError) {
        if Task.isCancelled { uploads.cancel() }
        await withTaskCancellationHandler {
            await uploads.end()
        } onCancel: {
            uploads.cancel()
        }
        var results = state.withLock { $0.results }.compactMapValues(\.self)
        for action in results.keys where try local.result(of: action) != nil { results[action] = nil }
        try await settle(results)
    }
}

extension DiskStore {
    fileprivate func present(_ digests: [Digest]) throws(StoreError) -> [Digest] {
        let missing = Set(try missing(digests))
        return digests.filter { !missing.contains($0) }
    }
}
