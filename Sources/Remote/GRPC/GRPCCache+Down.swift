public import Basics
import Foundation
import Network
public import Store
import SwiftProtobuf

extension GRPCCache {
    public func fetch(_ digests: [Digest], into store: DiskStore) async -> [Digest: RemoteError] {
        let known: GRPCServer.Capabilities
        do throws(RemoteError) {
            known = try await capabilities()
        } catch {
            return Dictionary(digests.map { ($0, error) }) { first, _ in first }
        }
        let empty = digests.filter { $0.size == 0 }.map { [$0] }
        let batches = Self.batches(of: digests.filter { $0.size > 0 }, known.batchLimit) + empty
        let errors = await inParallel(batches, atMost: Self.parallel) { batch -> [Digest: RemoteError] in
            guard batch.count == 1 else { return await read(batch, store, known.compresses) }
            return await read(batch[0], store, known.compresses).map { [batch[0]: $0] } ?? [:]
        }
        return errors.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    /// Reads several blobs in one message; returns the errors of blobs that could not be stored.
    private func read(_ batch: [Digest], _ store: DiskStore, _ isCompressed: Bool) async -> [Digest: RemoteError] {
        let request = WireBatchReadBlobsRequest.with {
            $0.instanceName = server.instance
            $0.digests = batch.map(WireDigest.init)
            if isCompressed { $0.acceptableCompressors = [Zstandard.number] }
        }
        let answer: Result<WireBatchReadBlobsResponse, Trouble> = await health.run {
            await server.channel.call("\(Self.blobs)/BatchReadBlobs", request)
        }
        // The error of blobs that the answer does not mention.
        let absent = Trouble(.call(GRPCStatus(code: .notFound)))
        var errors = Dictionary(batch.map { ($0, RemoteError(absent, of: $0)) }) { first, _ in first }
        switch answer {
        case .failure(let trouble):
            for digest in batch { errors[digest] = RemoteError(trouble, of: digest) }
        case .success(let message):
            for blob in message.responses {
                guard let digest = Digest(blob.digest), errors[digest] != nil else { continue }
                errors[digest] = await keep(blob, digest, store)
            }
        }
        return errors
    }

    /// Stores one blob of an answer; returns the error if that fails. A corrupt blob may have been damaged in transit
    /// and is read once more in a separate call.
    private func keep(
        _ blob: WireBatchReadBlobsResponse.Response, _ digest: Digest, _ store: DiskStore
    ) async -> RemoteError? {
        if let trouble = Trouble(GRPCStatus(blob.status)) { return RemoteError(trouble, of: digest) }
        let incoming = Incoming(digest, store)
        incoming.restart(isCompressed: blob.compressor == Zstandard.number)
        _ = blob.data.withUnsafeBytes { incoming.take($0) }
        let result = incoming.finish(.success(()))
        if case .failure(let trouble) = result, trouble.cause == .corrupt { return await read(digest, store, false) }
        return incoming.error(result)
    }

    /// Reads one blob in pieces; returns the error if that fails.
    private func read(_ digest: Digest, _ store: DiskStore, _ isCompressed: Bool) async -> RemoteError? {
        let incoming = Incoming(digest, store)
        var isCompressed = isCompressed
        let result = await health.run {
            await server.channel.retries.run(on: .live) {
                incoming.restart(isCompressed: isCompressed)
                // All servers have the empty blob.
                if digest.size == 0 { return incoming.finish(.success(())) }
                let request = WireReadRequest.with { $0.resourceName = prefix + stream(of: digest, isCompressed) }
                let result = incoming.finish(
                    await server.channel.stream("google.bytestream.ByteStream/Read", request) {
                        (piece: WireReadResponse) in piece.data.withUnsafeBytes { incoming.take($0) }
                    })
                // The server may use another compression than expected.
                if case .failure(let trouble) = result, trouble.cause == .corrupt { isCompressed = false }
                return result
            }
        }
        return incoming.error(result)
    }
}
