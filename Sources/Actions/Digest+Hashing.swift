// SHA-256, computed by libcrypto. xbuild identifies contents by no other hash; the values of Swift's `Hasher` differ
// between processes.

import CCrypto
public import Basics

/// SHA-256 of bytes that arrive in chunks.
///
///     var hasher = SHA256Hasher()
///     while let chunk = try next() { hasher.update(chunk) }
///     let digest = hasher.finish()
public struct SHA256Hasher: ~Copyable {
    private var context = SHA256_CTX()
    private var count = 0

    public init() { start() }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        Self.require(SHA256_Update(&context, bytes.baseAddress, bytes.count))
        count += bytes.count
    }

    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    public mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { update($0) } }

    /// Returns the digest of all bytes so far, and resets the hasher.
    public mutating func finish() -> Digest {
        let hash = withUnsafeTemporaryAllocation(byteCount: Int(SHA256_DIGEST_LENGTH), alignment: 8) { hash in
            Self.require(SHA256_Final(hash.baseAddress, &context))
            return SHA256Value(bigEndian: UnsafeRawBufferPointer(hash))
        }
        defer { count = 0 }
        start()
        return Digest(hash: hash, size: count)
    }

    private mutating func start() { Self.require(SHA256_Init(&context)) }

    /// libcrypto's functions fail only without the library; xbuild cannot work without it.
    private static func require(_ status: CInt) { precondition(status == 1, "libcrypto.so.3 is missing") }
}

extension Digest {
    /// The digest of bytes in memory.
    public init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        self = hasher.finish()
    }

    /// The digest of bytes in memory.
    public init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { Digest(of: $0) } }

    /// The digest of a slice.
    public init(of bytes: ArraySlice<UInt8>) { self = bytes.withUnsafeBytes { Digest(of: $0) } }
}
