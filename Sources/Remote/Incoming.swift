import Basics
import Foundation
import Store

/// A blob on its way in, which may have to begin anew.
final class Incoming: @unchecked Sendable {  // `lock` guards what changes
    private let digest: Digest
    private let store: DiskStore
    private let lock = NSLock()
    private var blob: IncomingBlob?
    private var reader: ZstandardReader?
    private var problem: RemoteError?

    init(_ digest: Digest, _ store: DiskStore) {
        self.digest = digest
        self.store = store
    }

    /// What went wrong on this machine, or with the bytes.
    var fault: RemoteError? { lock.withLock { problem } }

    /// Drops what has come.
    ///
    /// - Parameter isCompressed: what comes next are frames of Zstandard.
    func restart(isCompressed: Bool = false) {
        lock.withLock {
            (blob, problem) = (nil, nil)
            reader = isCompressed ? ZstandardReader() : nil
            attempt { () throws(StoreError) in blob = try store.receive(digest) }
        }
    }

    /// False when nothing more is taken.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lock.withLock {
            guard problem == nil else { return false }
            guard let reader else { return write(bytes) }
            if !reader.add(bytes, write), problem == nil { problem = .wrongBytes(digest) }
            return problem == nil
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        attempt { () throws(StoreError) in
            if try blob?.write(bytes) != true { problem = .wrongBytes(digest) }
        }
        return problem == nil
    }

    /// Nil when the blob is in the store.
    func finish() -> RemoteError? {
        lock.withLock {
            guard problem == nil else { return problem }
            attempt { () throws(StoreError) in
                if try blob?.finish() != true { problem = .wrongBytes(digest) }
            }
            blob = nil
            return problem
        }
    }

    private func attempt(_ body: () throws(StoreError) -> Void) {
        do throws(StoreError) { try body() } catch { problem = .store(error) }
    }
}
