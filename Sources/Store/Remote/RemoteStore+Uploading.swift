import Actions
public import Basics
import Synchronization

extension RemoteStore {
    /// Uploads a result with all its blobs, the result last. Failures are only reported.
    func upload(_ result: ActionResult, of action: Digest) async {
        await reportingFailures { () async throws(RemoteError) in
            let all = try await inStore { () async throws(StoreError) in
                var reach = ResultReach(store: local)
                guard let blobs = try await blobs(of: result, action, &reach) else { throw .missing(action) }
                return blobs.uniqued()
            }
            let sent = try await send(all)
            let signature = signer?.signature(of: result, for: action)
            try await remote.put(result.encoded(for: action, signature: signature), for: action)
            state.withLock { state in
                state.didUpload(sent, of: all)
                state.counts.uploadedResults += 1
            }
        }
    }

    /// Uploads a result whose blobs the cache already has, except for the log. The uploaded result names its action.
    func uploadRemoteResult(_ result: ActionResult, of action: Digest) async {
        await reportingFailures { () async throws(RemoteError) in
            if let log = result.log { try await remote.upload(remote.missing([log]), from: local) }
            try await remote.put(result.encoded(for: action), for: action)
        }
    }

    /// Calls `put` if the cache accepts results, and reports and counts its failures.
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

    /// Uploads the blobs, among the given ones, that the cache does not have or had with wrong bytes, and returns them.
    func send(_ all: [Digest]) async throws(RemoteError) -> [Digest] {
        let (known, forced) = state.withLock { ($0.reachable, $0.corrupt) }
        let unknown = all.filter { !known.contains($0) && !forced.contains($0) }
        let missing = unknown.isEmpty ? [] : try await remote.missing(unknown)
        let wanted = missing + all.filter(forced.contains)
        try await remote.upload(wanted, from: local)
        return wanted
    }

    /// Returns the result's blobs, and the messages of its action, with which other users can explain the action. Nil
    /// when this machine lost a tree.
    private func blobs(
        of result: ActionResult, _ action: Digest, _ reach: inout ResultReach
    ) async throws(StoreError) -> [Digest]? {
        guard let blobs = try await reach.blobs(of: result) else { return nil }
        return try await blobs + local.present(reach.messages(of: action.hash, in: local))
    }

    /// Uploads the blobs and results that the cache lacks of these actions, as far as this machine has them: missing
    /// results, results with other outputs in the cache, and lost blobs. One request asks for the presence of all
    /// blobs. Returns the number of results.
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
        // The state records which blobs the cache lacks, so uploads need not ask again.
        state.withLock { $0.corrupt.formUnion(lost) }
        let lacking = held.filter { !whole.contains($0.action) || !lost.isDisjoint(with: $0.blobs) }
        for (action, result, _) in lacking { uploads.begin { await self.upload(result, of: action) } }
        return lacking.count
    }

    /// Returns whether the cache has the same result of an action.
    private func isThere(_ result: ActionResult, of action: Digest) async -> Bool {
        if state.withLock({ $0.results[action] == .some(result) }) { return true }
        guard let bytes = try? await remote.result(of: action), let answer = try? decoded(bytes),
            isCovered(answer, for: action), let received = try? verified(answer, bytes, for: action)
        else { return false }
        var roots: [Digest: Digest] = [:]
        for case .directory(let tree, let root) in result.outputs.values { roots[tree] = root }
        return received.completed(roots: roots, log: nil)?.outputs == result.outputs
    }

    /// Returns whether the users who trust the keys of this run can use a result of the cache.
    private func isCovered(_ result: ReceivedResult, for action: Digest) -> Bool {
        guard let trust = local.trust else { return true }
        return result.claim.map { trust.covers($0, of: action) } ?? false
    }

    /// Waits for uploads, and stores the results that became complete on this machine. A run calls it once at its end;
    /// a cancelled run drops its uploads.
    public func finish() async throws(StoreError) {
        if Task.isCancelled { uploads.cancel() }
        await withTaskCancellationHandler(operation: uploads.end, onCancel: uploads.cancel)
        var results = state.withLock { $0.results }.compactMapValues(\.self)
        for action in results.keys where try local.result(of: action) != nil { results[action] = nil }
        try await keepComplete(results)
    }
}

extension DiskStore {
    fileprivate func present(_ digests: [Digest]) throws(StoreError) -> [Digest] {
        let missing = Set(try missing(digests))
        return digests.filter { !missing.contains($0) }
    }
}
