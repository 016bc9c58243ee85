import Basics
import Foundation

extension WireDigest {
    init(_ digest: Digest) {
        self.init()
        hash = Data(digest.hash.hex.utf8)
        sizeBytes = Int64(digest.size)
    }
}

extension Digest {
    /// Nil when the message is not the digest of a possible blob.
    init?(_ message: WireDigest) {
        let digest = message.hash.withUnsafeBytes { Digest(hexDigits: $0, size: message.sizeBytes) }
        guard let digest else { return nil }
        self = digest
    }
}
