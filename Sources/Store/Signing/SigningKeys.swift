// The two halves of a key that signs results, and their standard encodings (RFC 8410): PKCS #8 for the private key and
// SubjectPublicKeyInfo for the public one. Both encodings of an Ed25519 key are a fixed beginning in DER, with the
// algorithm's identifier 1.3.101.112, and the 32 bytes of the key.

import Actions
public import Basics

/// A public key, with which signatures are verified.
public struct PublicKey: Hashable, Sendable {
    /// The 32 bytes of RFC 8032.
    let bytes: [UInt8]
    /// Identifies the key: the SHA-256 of its SubjectPublicKeyInfo in DER.
    public let id: SHA256Value

    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Ed25519.keySize else { return nil }
        self.bytes = Array(bytes)
        id = Digest(of: Self.beginning + self.bytes).hash
    }

    static let beginning: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
    static let label = "PUBLIC KEY"

    /// The text of the key's file.
    public var pem: String { PEMText.encode(Self.beginning + bytes, label: Self.label) }
}

/// A private key, with which results are signed. Its bytes appear in no description.
public struct PrivateKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    private let bytes: [UInt8]
    public let publicKey: PublicKey

    /// Nil if the bytes are not a key, or if libcrypto does not support Ed25519.
    init?(_ bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Ed25519.keySize,
            let publicKey = Ed25519.publicKey(ofPrivate: self.bytes).flatMap({ PublicKey($0) })
        else { return nil }
        self.publicKey = publicKey
    }

    /// Returns a new key; nil if libcrypto does not support Ed25519.
    public static func random() -> PrivateKey? { Ed25519.newKey().flatMap { PrivateKey($0) } }

    static let beginning: [UInt8] = [
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    static let label = "PRIVATE KEY"

    /// The text of the key's file.
    public var pem: String { PEMText.encode(Self.beginning + bytes, label: Self.label) }

    func signature(of message: [UInt8]) -> [UInt8]? { Ed25519.signature(of: message, byPrivate: bytes) }

    public var description: String { "the private key of \(publicKey.id)" }
    public var debugDescription: String { description }
}
