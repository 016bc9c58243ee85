public import Actions
public import Basics
public import SystemPackage

/// A fast store before a slow one: a folder before a server, memory before a folder.
///
/// What is read from the slow one is kept in the fast one; what is put goes to both. Results of the slow one are not
/// copied by themselves: a store must not hold a result whose blobs it lacks. Whoever has fetched the blobs may put the
/// result again.
public struct LayeredStore: FileStore {
    public let fast: any FileStore
    public let slow: any BlobStore

    public init(fast: any FileStore, slow: any BlobStore) {
        self.fast = fast
        self.slow = slow
    }

    public func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? {
        if let bytes = try await fast.blob(digest) { return bytes }
        guard let bytes = try await slow.blob(digest) else { return nil }
        try await fast.put(bytes)
        return bytes
    }

    public func missing(_ digests: [Digest]) async throws(StoreError) -> [Digest] {
        try await slow.missing(fast.missing(digests))
    }

    @discardableResult
    public func put(_ bytes: [UInt8]) async throws(StoreError) -> Digest {
        try await unlessReadOnly { () throws(StoreError) in try await slow.put(bytes) }
        return try await fast.put(bytes)
    }

    public func result(of action: Digest) async throws(StoreError) -> ActionResult? {
        if let result = try await fast.result(of: action) { return result }
        return try await slow.result(of: action)
    }

    public func put(_ result: ActionResult, for action: Digest) async throws(StoreError) {
        try await unlessReadOnly { () throws(StoreError) in try await slow.put(result, for: action) }
        try await fast.put(result, for: action)
    }

    public func discard(_ digest: Digest) async throws(StoreError) {
        try await fast.discard(digest)
        try await slow.discard(digest)
    }

    public func discardResult(of action: Digest) async throws(StoreError) {
        try await fast.discardResult(of: action)
        try await slow.discardResult(of: action)
    }

    @discardableResult
    public func put(file path: FilePath) async throws(StoreError) -> Digest {
        let digest = try await fast.put(file: path)
        if try await !slow.missing([digest]).isEmpty, let bytes = try await fast.blob(digest) {
            try await unlessReadOnly { () throws(StoreError) in try await slow.put(bytes) }
        }
        return digest
    }

    public func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError) {
        if try await !fast.missing([digest]).isEmpty, let bytes = try await slow.blob(digest) {
            try await fast.put(bytes)
        }
        try await fast.materialize(digest, to: path, isExecutable: isExecutable)
    }

    private func unlessReadOnly<Result>(_ put: () async throws(StoreError) -> Result) async throws(StoreError) {
        do {
            _ = try await put()
        } catch {
            guard error == .readOnly else { throw error }
        }
    }
}
