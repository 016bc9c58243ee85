// Transfers blobs and results by the Remote Execution API: ContentAddressableStorage, ActionCache, and ByteStream for
// blobs that are too large for one message.

public import Basics
import Foundation
import Network
public import Store
import SwiftProtobuf

/// A cache on a server of the Remote Execution API.
public struct GRPCCache: RemoteCache {
    let server: GRPCServer
    let health: ServerHealth
    /// The largest number of concurrent calls that transfer blobs.
    static let parallel = 8
    /// A digest takes about 76 bytes: this number of digests fills three quarters of a message.
    private static let digestsInMessage = 40_000
    /// The largest blob, in bytes, that shares a message with other blobs.
    static let largestInBatch = 1 << 20
    /// The largest overhead of a blob in a message, in bytes.
    static let overhead = 128

    static let blobs = "build.bazel.remote.execution.v2.ContentAddressableStorage"
    private static let results = "build.bazel.remote.execution.v2.ActionCache"

    public var name: String { server.address.text }

    public var isUp: Bool { health.isUp }

    /// - Parameter warn: receives one line for each kind of network trouble.
    public init(_ server: GRPCServer, warn: @escaping @Sendable (String) -> Void = { _ in }) {
        self.server = server
        health = ServerHealth(of: server.address.text, as: .cache, warn: warn)
    }

    public func report(_ error: RemoteError) { health.report(error) }

    public var takesResults: Bool {
        get async throws(RemoteError) { try await capabilities().takesResults }
    }

    func capabilities() async throws(RemoteError) -> GRPCServer.Capabilities {
        try await health.run { await server.capabilities() }.mapError { RemoteError($0) }.get()
    }

    // MARK: Missing

    public func missing(_ digests: [Digest]) async throws(RemoteError) -> [Digest] {
        // All servers have the empty blob.
        let parts = digests.filter { $0.size > 0 }.parts(of: Self.digestsInMessage)
        let answers = await inParallel(parts, atMost: 4) { part in await self.missing(in: part) }
        var missing: Set<Digest> = []
        for answer in answers { missing.formUnion(try answer.mapError { RemoteError($0) }.get()) }
        return digests.filter(missing.contains)
    }

    func missing(in part: [Digest]) async -> Result<[Digest], Trouble> {
        let request = WireFindMissingBlobsRequest.with {
            $0.instanceName = server.instance
            $0.blobDigests = part.map(WireDigest.init)
        }
        let answer: Result<WireFindMissingBlobsResponse, Trouble> = await health.run {
            await server.channel.call("\(Self.blobs)/FindMissingBlobs", request)
        }
        return answer.map { $0.missingBlobDigests.compactMap { Digest($0) } }
    }

    /// Returns the blobs in groups, one for each message; a large blob is alone in its group.
    static func batches(of digests: [Digest], _ limit: Int) -> [[Digest]] {
        var (batches, open, room): ([[Digest]], [Digest], Int) = ([], [], limit)
        for digest in digests {
            if digest.size > min(largestInBatch, limit - overhead) {
                batches.append([digest])
            } else {
                let size = digest.size + overhead
                if size > room {
                    batches.append(open)
                    (open, room) = ([], limit)
                }
                open.append(digest)
                room -= size
            }
        }
        return batches + (open.isEmpty ? [] : [open])
    }

    // MARK: Results

    public func result(of action: Digest) async throws(RemoteError) -> [UInt8]? {
        let request = WireGetActionResultRequest.with {
            ($0.instanceName, $0.actionDigest) = (server.instance, WireDigest(action))
        }
        switch await send(request, "GetActionResult") {
        case .success(let bytes): return bytes
        case .failure(let trouble):
            guard trouble.code == .notFound else { throw RemoteError(trouble) }
            return nil
        }
    }

    public func put(_ result: [UInt8], for action: Digest) async throws(RemoteError) {
        let request = WireUpdateActionResultRequest.with {
            ($0.instanceName, $0.actionDigest) = (server.instance, WireDigest(action))
            $0.actionResult = Data(result)
        }
        if case .failure(let trouble) = await send(request, "UpdateActionResult") { throw RemoteError(trouble) }
    }

    private func send(_ request: some Message, _ method: String) async -> Result<[UInt8], Trouble> {
        await health.run {
            await server.channel.bytes("\(Self.results)/\(method)", request, deadline: server.deadline)
        }
    }

    /// The prefix of a stream's name.
    var prefix: String { server.instance.isEmpty ? "" : "\(server.instance)/" }

    /// Returns the rest of a stream's name. It contains the blob's uncompressed size, also for a compressed stream.
    func stream(of digest: Digest, _ isCompressed: Bool) -> String {
        "\(isCompressed ? "compressed-blobs/\(Zstandard.name)" : "blobs")/\(digest.hash.hex)/\(digest.size)"
    }
}

extension Array {
    /// Returns the array in parts of this size; the last part may be smaller.
    fileprivate func parts(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
