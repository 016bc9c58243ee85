import Actions
public import Basics
import Synchronization

extension RemoteStore {
    /// Puts a result into the cache with everything that it stands for, the result last. Failures are told and that is all.
    func upload(_ result: ActionResult, of action: Digest) async {
        await telling { () async throws(RemoteError) in
            let all = try blobs(of: result, action).uniqued()
            let sent = try await send(all)
            try await remote.put(result.encoded(for: action), for: action)
            state.withLock { state in
                state.wereSent(sent, of: all)
                state.counts.uploadedResults += 1
            }
        }
    }

    /// Puts a result into the cache whose blobs are there already but for its log, so that it says whose it is.
    func uploadFar(_ result: ActionResult, of action: Digest) async {
        await telling { () async throws(RemoteError) in
            if let log = result.log { try await remote.upload(remote.missing([log]), from: local) }
            try await remote.put(result.encoded(for: action), for: action)
        }
    }

    /// Puts something into a cache that takes results.
    private func telling(_ put: () async throws(RemoteError) -> Void) async {
        guard health.isUp, !Task.isCancelled else { return }
        do throws(RemoteError) {
            guard try await remote.takesResults else { return }
            try await put()
            health.succeeded()
        } catch {
            health.failed(error)
            if error != .cancelled { state.withLock { $0.counts.failures += 1 } }
        }
    }

    /// Puts those of these blobs into the cache that it does not hold, and those that it held wrong; returns them.
    func send(_ all: [Digest]) async throws(RemoteError) -> [Digest] {
        let (known, forced) = state.withLock { ($0.reachable, $0.bad) }
        let unknown = all.filter { !known.contains($0) && !forced.contains($0) }
        let missing = unknown.isEmpty ? [] : try await remote.missing(unknown)
        let wanted = missing + all.filter(forced.contains)
        try await remote.upload(wanted, from: local)
        return wanted
    }

    /// What the result needs, and the messages of its action, so that others can see what made it.
    private func blobs(of result: ActionResult, _ action: Digest) throws(RemoteError) -> [Digest] {
        do throws(StoreError) {
            var reach = ResultReach(store: local)
            guard let blobs = try reach.blobs(of: result) else { throw StoreError.missing(action) }
            return try blobs + local.present(reach.messages(of: action.hash))
        } catch {
            throw .store(error)
        }
    }

    /// Puts results into the cache that this machine holds and the cache does not: of the actions, those. Returns how many
    /// there were.
    public func share(_ actions: [Digest]) async throws(StoreError) -> Int {
        guard policy.access == .readWrite, health.isUp else { return 0 }
        var count = 0
        let there = await inParallel(actions, atMost: 32) { action in
            (action, (try? await self.remote.result(of: action)) != nil)
        }
        for (action, isThere) in there where !isThere {
            guard let result = try local.result(of: action) else { continue }
            count += 1
            uploads.begin { await self.upload(result, of: action) }
        }
        return count
    }

    /// Waits for uploads, and keeps what came from the cache whole. A run calls it once at its end; a cancelled one gives
    /// its uploads up.
    public func finish() async throws(StoreError) {
        if Task.isCancelled { uploads.cancel() }
        await withTaskCancellationHandler {
            await uploads.end()
        } onCancel: {
            uploads.cancel()
        }
        for (action, result) in state.withLock({ $0.results }) {
            if let result, try local.result(of: action) == nil { try settle(result, for: action) }
        }
    }
}

extension DiskStore {
    fileprivate func present(_ digests: [Digest]) throws(StoreError) -> [Digest] {
        let missing = Set(try missing(digests))
        return digests.filter { !missing.contains($0) }
    }
}
