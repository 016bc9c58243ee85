public import Basics
import Foundation
import Network
public import Store
import SwiftProtobuf

extension GRPCCache {
    public func upload(_ digests: [Digest], from store: DiskStore) async throws(RemoteError) {
        let known = try await capabilities()
        let batches = Self.batches(of: digests.filter { $0.size > 0 }, known.batchLimit)
        let errors = await inParallel(batches, atMost: Self.parallel) { batch in
            guard batch.count == 1 else { return await write(batch, store, known.takesCompressed) }
            return await write(batch[0], store, known.compresses)
        }
        for case .some(let error) in errors { throw error }
    }

    private func write(_ batch: [Digest], _ store: DiskStore, _ isCompressed: Bool) async -> RemoteError? {
        var request = WireBatchUpdateBlobsRequest.with { $0.instanceName = server.instance }
        do throws(StoreError) {
            for digest in batch {
                guard let bytes = try store.blob(digest) else { throw .missing(digest) }
                let frame = isCompressed ? Zstandard.frame(of: bytes) : nil
                request.requests.append(
                    .with {
                        ($0.digest, $0.data) = (WireDigest(digest), Data(frame ?? bytes))
                        if frame != nil { $0.compressor = Zstandard.number }
                    })
            }
        } catch {
            return .store(error)
        }
        let answer: Result<WireBatchUpdateBlobsResponse, Trouble> = await health.run { [request] in
            await server.channel.call("\(Self.blobs)/BatchUpdateBlobs", request)
        }
        switch answer {
        case .failure(let trouble): return RemoteError(trouble)
        case .success(let message):
            let troubles = message.responses.lazy.compactMap { Trouble(GRPCStatus($0.status)) }
            return troubles.first { $0.code != .alreadyExists }.map { RemoteError($0) }
        }
    }

    private func write(_ digest: Digest, _ store: DiskStore, _ isCompressed: Bool) async -> RemoteError? {
        do throws(StoreError) {
            let outgoing = try Outgoing(digest, store)
            let bytes = isCompressed && digest.size <= Zstandard.largest ? outgoing.bytes : nil
            let fault = await write(digest, outgoing.body, bytes.flatMap(Zstandard.frame).map(HTTPBody.init))
            return outgoing.fault ?? fault
        } catch {
            return .store(error)
        }
    }

    /// Writes one blob in several messages of one call: its compressed frame if there is one, otherwise the whole blob.
    /// Returns the error if that fails.
    private func write(_ digest: Digest, _ whole: HTTPBody, _ frame: HTTPBody?) async -> RemoteError? {
        let sent = frame ?? whole
        let answer: Result<Int, Trouble> = await health.run {
            let answer: Result<WireWriteResponse, Trouble> = await server.channel.send(
                "google.bytestream.ByteStream/Write"
            ) {
                // Each upload has a new name: under a known name, a server may expect the rest of an earlier upload.
                let upload = "uploads/\(UUID().uuidString.lowercased())"
                return try? WriteBody(sent, name: "\(prefix)\(upload)/\(stream(of: digest, frame != nil))").body
            }
            // A server that received the blob from another client may end the call before it has read all of it.
            if case .failure(let trouble) = answer, case .broken = trouble.cause,
                case .success(let missing) = await missing(in: [digest]), missing.isEmpty
            {
                return .success(sent.size)
            }
            return answer.map { Int($0.committedSize) }
        }
        switch answer {
        case .success(let size):
            // A server that has the blob already answers with the blob's size, which equals the size sent unless the blob
            // was compressed: the API then requires -1, but some servers answer with the blob's size.
            let sizes = frame == nil ? [sent.size] : [sent.size, -1, digest.size]
            return sizes.contains(size) ? nil : .refused("the server took \(size) of \(sent.size) bytes")
        case .failure(let trouble): return RemoteError(trouble)
        }
    }
}
