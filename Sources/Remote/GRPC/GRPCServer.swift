// A server of the Remote Execution API. Its capabilities are requested once.

import Basics
public import Network
import Store
import SwiftProtobuf
import Synchronization

/// A server of the Remote Execution API and its capabilities.
public final class GRPCServer: Sendable {
    public let address: RemoteAddress
    let instance: String
    let channel: GRPCChannel
    /// The time limit, in seconds, of a call with a short answer.
    let deadline: Int
    private let known = Mutex<Task<Result<Capabilities, Trouble>, Never>?>(nil)

    public init(_ address: RemoteAddress, _ settings: HTTPSettings, pause: Double = 0.25) {
        self.address = address
        let (base, instance) = address.service
        self.instance = instance
        deadline = settings.patience
        channel = GRPCChannel(base, settings, .remote(pause: pause))
    }

    /// The capabilities that xbuild uses.
    struct Capabilities: Hashable, Sendable {
        /// The largest total size of the blobs in one message, in bytes.
        var batchLimit = GRPCServer.batchLimit
        var takesResults = true
        var runsActions = true
        /// Whether the server supports Zstandard in streams and in messages that it sends.
        var compresses = false
        /// Whether the server accepts Zstandard in messages with several blobs.
        var takesCompressed = false
    }

    /// The largest size of all blobs in one message: the rest is for the message's other fields.
    private static let batchLimit = GRPCChannel.messageLimit - 16384

    /// Returns the capabilities, which are requested once; a failure is not cached.
    func capabilities() async -> Result<Capabilities, Trouble> {
        while true {
            let task = known.withLock { known in
                if let known { return known }
                let task = Task { await self.ask() }
                known = task
                return task
            }
            let result = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            if case .failure = result { known.withLock { if $0 == task { $0 = nil } } }
            // Another task's request was cancelled; ask again.
            if case .failure(let trouble) = result, trouble == .cancelled, !Task.isCancelled { continue }
            return result
        }
    }

    /// Returns whether the server answers a call now.
    func answers() async -> Bool {
        if case .success = await ask() { true } else { false }
    }

    private func ask() async -> Result<Capabilities, Trouble> {
        let answer: Result<WireServerCapabilities, Trouble> = await channel.call(
            "build.bazel.remote.execution.v2.Capabilities/GetCapabilities",
            WireGetCapabilitiesRequest.with { $0.instanceName = instance }, deadline: deadline)
        switch answer {
        case .success(let message): return Self.read(message)
        case .failure(let trouble): return trouble.code == .unimplemented ? .success(Capabilities()) : .failure(trouble)
        }
    }

    private static func read(_ message: WireServerCapabilities) -> Result<Capabilities, Trouble> {
        let sha256: Int32 = 1
        let (cache, execution) = (message.cacheCapabilities, message.executionCapabilities)
        guard cache.digestFunctions.isEmpty || cache.digestFunctions.contains(sha256) else {
            return .failure(
                Trouble(.call(GRPCStatus(code: .unimplemented, message: "the server does not support SHA-256"))))
        }
        var known = Capabilities()
        let own = Int(clamping: cache.maxBatchTotalSizeBytes)
        if own > 0 { known.batchLimit = min(own, batchLimit) }
        if message.hasCacheCapabilities { known.takesResults = cache.actionCacheUpdateCapabilities.updateEnabled }
        known.runsActions = execution.execEnabled
        if Zstandard.isInstalled {
            known.compresses = cache.supportedCompressors.contains(Zstandard.number)
            known.takesCompressed = cache.supportedBatchUpdateCompressors.contains(Zstandard.number)
        }
        return .success(known)
    }
}

extension WireDigest {
    init(_ digest: Digest) {
        self.init()
        (hash, sizeBytes) = (digest.hash.hex, Int64(digest.size))
    }
}

extension Digest {
    /// Nil when the message is not the digest of a possible blob.
    init?(_ message: WireDigest) {
        let digest = Array(message.hash.utf8).withUnsafeBytes { Digest(hexDigits: $0, size: message.sizeBytes) }
        guard let digest else { return nil }
        self = digest
    }
}
