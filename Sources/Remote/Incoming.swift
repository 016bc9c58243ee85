import Basics
import Foundation
import Network
import Store

/// A blob that is being downloaded; the download can be restarted.
final class Incoming: @unchecked Sendable {  // `lock` guards the variables
    private let digest: Digest
    private let store: DiskStore
    private let lock = NSLock()
    private var blob: IncomingBlob?
    private var reader: ZstandardReader?
    private var problem: Trouble?
    private var fault: StoreError?

    init(_ digest: Digest, _ store: DiskStore) {
        self.digest = digest
        self.store = store
    }

    /// Discards the received bytes, before a new attempt.
    ///
    /// - Parameter isCompressed: whether the following bytes are frames of Zstandard.
    func restart(isCompressed: Bool = false) {
        lock.withLock {
            (blob, problem) = (nil, nil)
            reader = isCompressed ? ZstandardReader() : nil
            attempt { () throws(StoreError) in blob = try store.receive(digest) }
        }
    }

    /// Writes received bytes; returns false after a trouble, to end the transfer.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lock.withLock {
            guard problem == nil else { return false }
            guard let reader else { return write(bytes) }
            if !reader.add(bytes, write), problem == nil { problem = Trouble(.corrupt) }
            return problem == nil
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        attempt { () throws(StoreError) in
            if try blob?.write(bytes) != true { problem = Trouble(.corrupt) }
        }
        return problem == nil
    }

    /// Finishes the blob after its request; succeeds when the blob is in the store. A fault in the bytes or of this
    /// machine takes precedence over the request's result, because the fault ended the request.
    func finish<Reply>(_ request: Result<Reply, Trouble>) -> Result<Void, Trouble> {
        lock.withLock {
            if problem == nil, case .failure(let trouble) = request { return .failure(trouble) }
            if problem == nil {
                attempt { () throws(StoreError) in
                    if try blob?.finish() != true { problem = Trouble(.corrupt) }
                }
            }
            blob = nil
            return problem.map(Result.failure) ?? .success(())
        }
    }

    /// Returns the reason why the blob is not in the store after all attempts; nil when it is there.
    func error(_ result: Result<Void, Trouble>) -> RemoteError? {
        guard case .failure(let trouble) = result else { return nil }
        return lock.withLock { fault }.map(RemoteError.store) ?? RemoteError(trouble, of: digest)
    }

    private func attempt(_ body: () throws(StoreError) -> Void) {
        do throws(StoreError) { try body() } catch { (problem, fault) = (Trouble(.local("\(error)")), error) }
    }
}
