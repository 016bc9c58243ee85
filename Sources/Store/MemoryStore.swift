public import Actions
public import Basics
public import SystemPackage

/// Keeps everything in memory, for as long as it lives: for tests, and as a fast layer within one run.
public actor MemoryStore: FileStore {
    private var blobs: [Digest: [UInt8]] = [:]
    private var results: [Digest: ActionResult] = [:]

    public init() {}

    public func blob(_ digest: Digest) -> [UInt8]? { blobs[digest] }

    public func missing(_ digests: [Digest]) -> [Digest] { digests.filter { blobs[$0] == nil } }

    @discardableResult
    public func put(_ bytes: [UInt8]) -> Digest {
        let digest = Digest(of: bytes)
        blobs[digest] = bytes
        return digest
    }

    public func result(of action: Digest) -> ActionResult? { results[action] }

    public func put(_ result: ActionResult, for action: Digest) { results[action] = result }

    public func discard(_ digest: Digest) { blobs[digest] = nil }

    public func discardResult(of action: Digest) { results[action] = nil }

    @discardableResult
    public func put(file path: FilePath) async throws(StoreError) -> Digest { try await putThroughMemory(file: path) }

    public func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError) {
        try await materializeThroughMemory(digest, to: path, isExecutable: isExecutable)
    }
}
