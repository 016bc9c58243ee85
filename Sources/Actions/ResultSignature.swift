public import Basics

/// An Ed25519 signature of a result: of the bytes that `ActionResult.statement` returns.
public struct ResultSignature: Hashable, Sendable {
    /// Identifies the key: the SHA-256 of its SubjectPublicKeyInfo in DER. It is a claim until the signature is
    /// verified.
    public let key: SHA256Value
    /// The signature's bytes: 64, if it is valid.
    public let bytes: [UInt8]

    public init(key: SHA256Value, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }
}
