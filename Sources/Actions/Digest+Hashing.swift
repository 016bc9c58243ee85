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
    private let context: OpaquePointer
    private var count = 0

    public init() {
        // Fails only without libcrypto or without memory; xbuild needs both.
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("libcrypto.so.3 or memory is missing") }
        self.context = context
        start()
    }

    deinit { EVP_MD_CTX_free(context) }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        Self.require(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
        count += bytes.count
    }

    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    public mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { update($0) } }

    /// Returns the digest of all bytes so far, and resets the hasher.
    public mutating func finish() -> Digest {
        let hash = SHA256Value.filled { Self.require(EVP_DigestFinal_ex(context, $0, nil)) }
        defer { count = 0 }
        start()
        return Digest(hash: hash, size: count)
    }

    private func start() { Self.require(EVP_DigestInit_ex(context, EVP_sha256(), nil)) }

    /// libcrypto's digest calls fail only when SHA-256 is unavailable; xbuild cannot work without it.
    fileprivate static func require(_ status: CInt) { precondition(status == 1, "libcrypto's SHA-256 is missing") }
}

extension Digest {
    /// The digest of bytes in memory.
    public init(of bytes: UnsafeRawBufferPointer) {
        let hash = SHA256Value.filled {
            SHA256Hasher.require(EVP_Digest(bytes.baseAddress, bytes.count, $0, nil, EVP_sha256(), nil))
        }
        self.init(hash: hash, size: bytes.count)
    }

    /// The digest of bytes in memory.
    public init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { Digest(of: $0) } }

    /// The digest of a slice.
    public init(of bytes: ArraySlice<UInt8>) { self = bytes.withUnsafeBytes { Digest(of: $0) } }
}

extension SHA256Value {
    /// Returns the value whose 32 bytes `write` stores at the start of a buffer.
    fileprivate static func filled(by write: (UnsafeMutablePointer<UInt8>) -> Void) -> SHA256Value {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { buffer in
            guard let start = buffer.baseAddress else {
                preconditionFailure("an allocation of 64 bytes has an address")
            }
            write(start)
            return SHA256Value(bigEndian: UnsafeRawBufferPointer(buffer))
        }
    }
}
