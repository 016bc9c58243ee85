// Ed25519 (RFC 8032), computed by libcrypto.

import CCrypto

/// Signatures of short messages. Signing is deterministic: the same key and message give the same signature.
public enum Ed25519 {
    /// The sizes of keys and signatures in bytes.
    static let (keySize, signatureSize) = (32, 64)

    /// Returns the bytes of a new private key; nil if libcrypto has no random numbers.
    static func newKey() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: keySize)
        return RAND_priv_bytes(&bytes, CInt(keySize)) == 1 ? bytes : nil
    }

    /// Returns the public key of a private key; nil if libcrypto does not support Ed25519, as in some restricted
    /// configurations.
    static func publicKey(ofPrivate key: [UInt8]) -> [UInt8]? {
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, key, key.count) else { return nil }
        defer { EVP_PKEY_free(key) }
        var (bytes, count) = ([UInt8](repeating: 0, count: keySize), keySize)
        return EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 && count == keySize ? bytes : nil
    }

    /// Returns the signature of a message; nil if libcrypto does not support Ed25519.
    static func signature(of message: [UInt8], byPrivate key: [UInt8]) -> [UInt8]? {
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, key, key.count) else { return nil }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var (bytes, count) = ([UInt8](repeating: 0, count: signatureSize), signatureSize)
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &bytes, &count, message, message.count) == 1, count == signatureSize
        else { return nil }
        return bytes
    }

    /// Returns whether a signature of a message is valid. False also if libcrypto does not support Ed25519.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool {
        guard signature.count == signatureSize,
            let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, key.bytes, key.bytes.count)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
