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
    /// Reads the message; nil when the hash is not 64 lower-case hex digits, or the size negative or above `largest`.
    init?(_ message: WireDigest) {
        let hash = message.hash.withUnsafeBytes { digits in
            digits.contains { (0x41...0x5A).contains($0) } ? nil : SHA256Value(hexDigits: digits)
        }
        guard let hash, (0...Int64(Self.largest)).contains(message.sizeBytes) else { return nil }
        self.init(hash: hash, size: Int(message.sizeBytes))
    }
}
