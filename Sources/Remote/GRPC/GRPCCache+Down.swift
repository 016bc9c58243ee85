public import Basics
import Foundation
import Network
public import Store
import SwiftProtobuf

extension GRPCCache {
    public func fetch(_ digests: [Digest], into store: DiskStore) async -> [Digest: RemoteError] {
        let known: GRPCServer.Capabilities
        do throws(RemoteError) {
            known = try await server.capabilities()
        } catch {
            return Dictionary(digests.map { ($0, error) }) { first, _ in first }
        }
        let empty = digests.filter { $0.size == 0 }.map { [$0] }
        let batches = Self.batches(of: digests.filter { $0.size > 0 }, known.batchLimit) + empty
        let outage = Outage()
        let faults = await inParallel(batches, atMost: Self.parallel) { batch -> [Digest: RemoteError] in
            if let fault = outage.fault { return Dictionary(batch.map { ($0, fault) }) { first, _ in first } }
            let faults =
                batch.count == 1
                ? await read(batch[0], store, known.compresses).map { [batch[0]: $0] } ?? [:]
                : await read(batch, store, known.compresses)
            outage.note(faults.count == batch.count ? faults.values.first : nil)
            return faults
        }
        return faults.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    /// Many in one message. What came in wrong is asked for once more by itself: it may have been the way and not the
    /// server.
    private func read(_ batch: [Digest], _ store: DiskStore, _ isCompressed: Bool) async -> [Digest: RemoteError] {
        let answer: Result<WireBatchReadBlobsResponse, GRPCFault> = await server.channel.call(
            "\(Self.blobs)/BatchReadBlobs",
            WireBatchReadBlobsRequest.with {
                $0.instanceName = server.instance
                $0.digests = batch.map(WireDigest.init)
                if isCompressed { $0.acceptableCompressors = [Zstandard.number] }
            })
        var faults = Dictionary(batch.map { ($0, RemoteError.gone($0)) }) { first, _ in first }
        switch answer {
        case .failure(let fault): return faults.mapValues { _ in fault.remote }
        case .success(let message):
            for blob in message.responses {
                guard let digest = Digest(blob.digest), faults[digest] != nil else { continue }
                faults[digest] = Self.keep(blob, digest, store)
            }
        }
        for (digest, fault) in faults {
            if case .wrongBytes = fault { faults[digest] = await read(digest, store, false) }
        }
        return faults
    }

    private static func keep(
        _ blob: WireBatchReadBlobsResponse.Response, _ digest: Digest, _ store: DiskStore
    ) -> RemoteError? {
        let status = GRPCStatus(blob.status)
        guard status.code == .ok else {
            return status.code == .notFound ? .gone(digest) : GRPCFault.status(status).remote
        }
        let incoming = Incoming(digest, store)
        incoming.restart(isCompressed: blob.compressor == Zstandard.number)
        _ = blob.data.withUnsafeBytes { incoming.take($0) }
        return incoming.finish()
    }

    /// One in pieces.
    private func read(_ digest: Digest, _ store: DiskStore, _ isCompressed: Bool) async -> RemoteError? {
        var (isCompressed, wasWrong) = (isCompressed, false)
        let incoming = Incoming(digest, store)
        for attempt in 1... {
            let request = WireReadRequest.with { $0.resourceName = prefix + stream(of: digest, isCompressed) }
            incoming.restart(isCompressed: isCompressed)
            // Everybody holds the empty blob.
            if digest.size == 0 { return incoming.finish() }
            let fault = await server.channel.stream("google.bytestream.ByteStream/Read", request) {
                (piece: WireReadResponse) in piece.data.withUnsafeBytes { incoming.take($0) }
            }
            if let own = fault == nil ? incoming.finish() : incoming.fault {
                // It may have been the way and not the server.
                if case .wrongBytes = own, !wasWrong {
                    (isCompressed, wasWrong) = (false, true)
                    continue
                }
                return own
            }
            guard let fault else { return nil }
            if case .status(let status) = fault, status.code == .notFound { return .gone(digest) }
            guard fault.isWorthARetry, attempt < server.channel.attempts else { return fault.remote }
            guard await server.channel.rest(before: attempt + 1) else { return .cancelled }
        }
        return .cancelled
    }
}
