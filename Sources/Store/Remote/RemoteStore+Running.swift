import Actions
import Basics
import Synchronization

// The operations that `RemoteRunner` needs: uploading inputs, and receiving results.

extension RemoteStore {
    /// Uploads the messages and inputs of an action that the cache lacks, and returns the digests of all its messages
    /// and inputs. Throws `store(missing)` for a blob that neither this machine nor the cache has.
    func uploadInputs(_ action: Action) async throws(RemoteError) -> [Digest] {
        let inputs = try await inStore { () async throws(StoreError) in try await self.inputs(of: action) }
        let sent = try await send(inputs)
        state.withLock { $0.didUpload(sent, of: inputs) }
        return inputs
    }

    /// Stores the action's messages on this machine. Returns the digests of the messages and of the folders and files
    /// below the action's root.
    private func inputs(of action: Action) async throws(StoreError) -> [Digest] {
        let key = try await put(action)
        let root = try await action.root.loaded(from: self)
        let command = Digest(of: action.encoded().command)
        let listing = action.listing.map { [Digest(of: $0)] } ?? []
        return [key, command] + listing + ResultReach.blobs(of: root)
    }

    /// Forgets that the cache has these blobs: it no longer has all of them, in spite of its answers.
    func forget(_ digests: [Digest]) { state.withLock { $0.reachable.subtract(digests) } }

    /// Returns the end of an action according to a worker's result; nil when the result is incomplete.
    func received(_ bytes: [UInt8], for action: Digest) async throws(RemoteError) -> RemoteRunner.End? {
        // Workers sign nothing, so none of their results is trusted.
        guard local.trust == nil else { throw .rejected("no trusted key signs the results of workers") }
        let received = try verified(decoded(bytes), bytes, for: action)
        let seconds = max(0, received.metadata.finished - received.metadata.started)
        return try await inStore { () async throws(StoreError) in
            let log = try await mergedLog(of: received)
            guard received.exitCode == 0 else {
                return .failed(status: received.exitCode, log: log, seconds: seconds)
            }
            guard let result = try await complete([(received, log)])[0] else { return nil }
            state.withLock { state in
                state.remoteResults[action] = result
                state.counts.executed += 1
            }
            if policy.download == .all { try await downloadAll(of: [action: result]) }
            return .succeeded(result)
        }
    }

    /// Returns standard output and standard error as one stored blob; nil when both are empty. A lost log counts as
    /// empty.
    private func mergedLog(of received: ReceivedResult) async throws(StoreError) -> Digest? {
        try await fetch(received.logs.compactMap { if case .blob(let digest) = $0 { digest } else { nil } })
        // A single log need not be read: it is the whole log.
        if case .blob(let digest) = received.logs.first, received.logs.count == 1, digest.size > 0 {
            return try local.missing([digest]).isEmpty ? digest : nil
        }
        var log: [UInt8] = []
        for part in received.logs {
            switch part {
            case .bytes(let bytes): log += bytes
            case .blob(let digest): log += try local.blob(digest) ?? []
            }
        }
        return log.isEmpty ? nil : try local.put(log)
    }
}
