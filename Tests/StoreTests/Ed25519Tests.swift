import Testing

@testable import Store

/// The test vectors of RFC 8032, section 7.1, with libcrypto.
struct Ed25519Tests {
    struct Vector: Sendable {
        var secret: String
        var key: String
        var message: String
        var signature: String
    }

    static let vectors = [
        Vector(
            secret: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
            signature:
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"),
        Vector(
            secret: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
            signature:
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"),
        Vector(
            secret: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
            signature:
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"),
        Vector(
            secret: "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            key: "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            message: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
                + "454d4423643ce80e2a9ac94fa54ca49f",
            signature:
                "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030"
                + "3dca179c138ac17ad9bef1177331a704"),
    ]

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
    }

    @Test(arguments: vectors) func `libcrypto computes the signatures of RFC 8032`(_ vector: Vector) throws {
        let (secret, message) = (Self.bytes(vector.secret), Self.bytes(vector.message))
        let signature = Self.bytes(vector.signature)
        #expect(Ed25519.publicKey(ofPrivate: secret) == Self.bytes(vector.key))
        #expect(Ed25519.signature(of: message, byPrivate: secret) == signature)
        let key = try #require(PublicKey(Self.bytes(vector.key)))
        #expect(Ed25519.isValid(signature, of: message, by: key))
    }

    @Test func `every changed bit of a signature or a message makes the signature invalid`() throws {
        let vector = Self.vectors[2]
        let (message, signature) = (Self.bytes(vector.message), Self.bytes(vector.signature))
        let key = try #require(PublicKey(Self.bytes(vector.key)))
        for bit in 0..<(8 * signature.count) {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!Ed25519.isValid(changed, of: message, by: key), "bit \(bit) of the signature")
        }
        for bit in 0..<(8 * message.count) {
            var changed = message
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!Ed25519.isValid(signature, of: changed, by: key), "bit \(bit) of the message")
        }
        for size in [0, 63, 65] {
            let changed = Array((signature + [0]).prefix(size))
            #expect(!Ed25519.isValid(changed, of: message, by: key), "\(size) bytes")
        }
        let other = try #require(PublicKey(Self.bytes(Self.vectors[0].key)))
        #expect(!Ed25519.isValid(signature, of: message, by: other))
    }

    @Test func `new keys differ and keep their bytes secret`() throws {
        let keys = try (0..<8).map { _ in try #require(PrivateKey.random()) }
        #expect(Set(keys.map(\.publicKey.id)).count == 8)
        #expect("\(keys[0])" == "the private key of \(keys[0].publicKey.id)")
        #expect(String(reflecting: keys[0]) == "\(keys[0])")
    }
}
