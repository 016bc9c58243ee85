import Actions
import Basics
import Synchronization

extension RemoteStore {
    /// Returns the cache's complete results of actions. The results are requested in parallel; one request then asks
    /// for the presence of all their blobs.
    func look(for actions: [Digest]) async throws(StoreError) -> [Digest: ActionResult] {
        guard remote.isUp else { return [:] }
        let answers = await inParallel(actions, atMost: 32) { action in (action, await self.answer(to: action)) }
        var received: [(result: ReceivedResult, log: Digest?)] = []
        var candidates: [Digest] = []
        for case (let action, .some(let result)) in answers {
            received.append((result, try log(of: result)))
            candidates.append(action)
        }
        var results: [Digest: ActionResult] = [:]
        for (action, result) in zip(candidates, try await complete(received)) { results[action] = result }
        state.withLock { state in
            state.counts.hits += results.count
            state.counts.rejected += received.count - results.count
        }
        if policy.download == .all { try await downloadAll(of: results) }
        return results
    }

    /// Returns the cache's result of an action; nil when the cache has none, or when its result is rejected.
    private func answer(to action: Digest) async -> ReceivedResult? {
        guard remote.isUp else { return nil }
        do throws(RemoteError) {
            if let bytes = try await remote.result(of: action) {
                let received = try decoded(bytes)
                if isTrusted(received, for: action) { return try verified(received, bytes, for: action) }
                state.withLock { state in
                    state.untrusted.insert(action)
                    state.counts.untrusted += 1
                }
            }
            state.withLock { $0.counts.misses += 1 }
        } catch {
            remote.report(error)
            state.withLock { $0.counts.failures += 1 }
        }
        return nil
    }

    func decoded(_ bytes: [UInt8]) throws(RemoteError) -> ReceivedResult {
        do { return try ReceivedResult(encoded: bytes) } catch {
            throw .rejected("the answer is not a valid result: \(error)")
        }
    }

    /// Returns whether the run trusts the signature of a received result. The first check of each result: nothing else
    /// of the result is used before.
    private func isTrusted(_ result: ReceivedResult, for action: Digest) -> Bool {
        guard let trust = local.trust else { return true }
        return trust.accepts(result.claim ?? Self.unsigned, of: action)
    }

    /// Stands for a result that no xbuild can have signed.
    private static let unsigned = ActionResult(outputs: [:])

    /// Checks as far as possible that a result is that of the action.
    func verified(
        _ result: ReceivedResult, _ bytes: [UInt8], for action: Digest
    ) throws(RemoteError) -> ReceivedResult {
        switch ActionResult.binding(in: bytes, to: action) {
        case .same: return result
        // Remote workers write no binding; xbuild always writes one.
        case .absent where !result.metadata.isOurs: return result
        case .absent, .other: throw .rejected("the result of another action for `\(action)`")
        }
    }

    /// Returns the first of the result's logs: standard output, if the result also has a log of standard error.
    private func log(of received: ReceivedResult) throws(StoreError) -> Digest? {
        switch received.logs.first {
        case nil: nil
        case .blob(let digest): digest
        case .bytes(let bytes): try local.put(bytes)
        }
    }

    /// Returns each result that is complete, and nil for each incomplete one. Every blob of a complete result is on
    /// this machine or, according to the cache's answer, in the cache. Downloads the trees, so that their folders are
    /// known.
    func complete(
        _ received: [(result: ReceivedResult, log: Digest?)]
    ) async throws(StoreError) -> [ActionResult?] {
        try await fetch(received.flatMap { $0.result.folders.values.map(\.tree) })
        var results: [Int: ActionResult] = [:]
        for (index, (result, log)) in received.enumerated() {
            results[index] = try await completed(withFolders: result, log)
        }
        let (local, isRemoteOnly) = (local, policy.isRemoteOnly)
        // The folders were stored on this machine from their trees, so the cache need not have them.
        let check = CompletenessCheck(in: local, includingFolders: false) { (digests) async throws(StoreError) in
            let candidates = isRemoteOnly ? Array(digests) : try local.missing(Array(digests))
            return await self.lost(among: candidates) ?? Set(candidates)
        }
        let lacking = try await check.lacking(results)
        return received.indices.map { lacking[$0] == nil ? results[$0] : nil }
    }

    /// Returns the result with the roots of its trees; nil when a tree was not downloaded or does not fit the result.
    private func completed(
        withFolders received: ReceivedResult, _ log: Digest?
    ) async throws(StoreError) -> ActionResult? {
        var roots: [Digest: Digest] = [:]
        for tree in received.folders.values.map(\.tree) {
            guard let folder = try? await Directory.load(tree: tree, from: local) else { return nil }
            try await local.putFolders(of: folder)
            roots[tree] = folder.digest
        }
        return received.completed(roots: roots, log: log)
    }

    /// Returns the blobs that the cache does not have, or has with wrong bytes; nil when the cache does not answer.
    func lost(among digests: [Digest]) async -> Set<Digest>? {
        let (reachable, corrupt) = state.withLock { ($0.reachable, $0.corrupt) }
        let lost = corrupt.intersection(digests)
        let unknown = digests.filter { !reachable.contains($0) && !corrupt.contains($0) }
        guard !unknown.isEmpty else { return lost }
        do throws(RemoteError) {
            let missing = try await remote.missing(unknown)
            state.withLock { $0.reachable.formUnion(Set(unknown).subtracting(missing)) }
            return lost.union(missing)
        } catch {
            remote.report(error)
            return nil
        }
    }

    func downloadAll(of results: [Digest: ActionResult]) async throws(StoreError) {
        var reach = ResultReach(store: local)
        var blobs: [Digest] = []
        for result in results.values { blobs += try await reach.blobs(of: result) ?? [] }
        try await fetch(blobs)
        try await keepComplete(results)
    }

    /// Stores on this machine those of the cache's results whose blobs are all on this machine.
    func keepComplete(_ results: [Digest: ActionResult]) async throws(StoreError) {
        let lacking = try await CompletenessCheck(of: local).lacking(results)
        for (action, result) in results where lacking[action] == nil { try local.put(result, for: action) }
    }
}
