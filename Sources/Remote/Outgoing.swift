import Basics
import Network
import Store
import Synchronization

/// A blob that is being uploaded.
final class Outgoing: Sendable {
    private let blob: BlobReader
    private let problem = Mutex<RemoteError?>(nil)

    init(_ digest: Digest, _ store: DiskStore) throws(StoreError) {
        guard let blob = try store.reader(of: digest) else { throw .missing(digest) }
        self.blob = blob
    }

    /// The error of reading the blob on this machine; nil if there is none.
    var fault: RemoteError? { problem.withLock(\.self) }

    var body: HTTPBody { HTTPBody(size: blob.size, source: read) }

    /// All bytes of the blob; nil when they can no longer be read.
    var bytes: [UInt8]? {
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: blob.size) { buffer, count in
            isRead = read(
                0, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<blob.size]))
            count = isRead ? blob.size : 0
        }
        return isRead ? bytes : nil
    }

    private func read(_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        do throws(StoreError) {
            try blob.read(at: offset, into: buffer)
            return true
        } catch {
            problem.withLock { $0 = .store(error) }
            return false
        }
    }
}
