public import Basics
import Foundation
import Network
public import Store
import SwiftProtobuf

extension GRPCCache {
    public func upload(_ digests: [Digest], from store: DiskStore) async throws(RemoteError) {
        let known = try await server.capabilities()
        let batches = Self.batches(of: digests.filter { $0.size > 0 }, known.batchLimit)
        let outage = Outage()
        let faults = await inParallel(batches, atMost: Self.parallel) { batch in
            await outage.unless {
                guard batch.count == 1 else { return await write(batch, store, known.takesCompressed) }
                return await write(batch[0], store, known.compresses)
            }
        }
        for case .some(let fault) in faults { throw fault }
    }

    private func write(_ batch: [Digest], _ store: DiskStore, _ isCompressed: Bool) async -> RemoteError? {
        var request = WireBatchUpdateBlobsRequest.with { $0.instanceName = server.instance }
        for digest in batch {
            switch Self.bytes(of: digest, store) {
            case .failure(let fault): return fault
            case .success(let bytes):
                let frame = isCompressed ? Zstandard.frame(of: bytes) : nil
                request.requests.append(
                    .with {
                        ($0.digest, $0.data) = (WireDigest(digest), Data(frame ?? bytes))
                        if frame != nil { $0.compressor = Zstandard.number }
                    })
            }
        }
        let answer: Result<WireBatchUpdateBlobsResponse, GRPCFault> = await server.channel.call(
            "\(Self.blobs)/BatchUpdateBlobs", request)
        switch answer {
        case .failure(let fault): return fault.remote
        case .success(let message):
            let statuses = message.responses.map { GRPCStatus($0.status) }
            return statuses.first { $0.code != .ok && $0.code != .alreadyExists }.map { GRPCFault.status($0).remote }
        }
    }

    private func write(_ digest: Digest, _ store: DiskStore, _ isCompressed: Bool) async -> RemoteError? {
        do throws(RemoteError) {
            let outgoing = try Outgoing(digest, store)
            let bytes = isCompressed && digest.size <= Zstandard.largest ? outgoing.bytes : nil
            let fault = await write(digest, outgoing.body, bytes.flatMap(Zstandard.frame).map(HTTPBody.init))
            return outgoing.fault ?? fault
        } catch {
            return error
        }
    }

    /// One by itself, in as many messages as it takes; its frame, where there is one.
    private func write(_ digest: Digest, _ whole: HTTPBody, _ frame: HTTPBody?) async -> RemoteError? {
        let sent = frame ?? whole
        let answer: Result<WireWriteResponse, GRPCFault> = await server.channel.send(
            "google.bytestream.ByteStream/Write"
        ) {
            // Of a name that it heard before a server may expect what it had not heard then.
            let upload = "uploads/\(UUID().uuidString.lowercased())"
            return try? WriteBody(sent, name: "\(prefix)\(upload)/\(stream(of: digest, frame != nil))").body
        }
        switch answer {
        case .success(let message):
            // A server that holds the blob already answers with the blob's size, which is what was sent unless that was
            // compressed: then the API has it say -1, and some say the blob's size all the same.
            let sizes = frame == nil ? [sent.size] : [sent.size, -1, digest.size]
            return sizes.contains(Int(message.committedSize))
                ? nil : .refused(reason: "that it took \(message.committedSize) of \(sent.size) bytes")
        case .failure(let fault):
            // A server that got the blob from somebody else meanwhile may end the call before it has heard all of it.
            if case .http(.broken) = fault, case .success(let missing) = await missing(in: [digest]), missing.isEmpty {
                return nil
            }
            return fault.remote
        }
    }

    private static func bytes(of digest: Digest, _ store: DiskStore) -> Result<[UInt8], RemoteError> {
        do throws(StoreError) {
            guard let bytes = try store.blob(digest) else { return .failure(.store(.missing(digest))) }
            return .success(bytes)
        } catch {
            return .failure(.store(error))
        }
    }
}
