import Actions
import Basics
import Testing

@Suite struct DigestTests {
    // NIST's test vectors for FIPS 180-4.
    static let known: [(text: String, hex: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test(arguments: known) func `a digest consists of the SHA-256 value and the size`(text: String, hex: String) {
        #expect(Digest(of: Array(text.utf8)).description == "\(hex)/\(text.utf8.count)")
    }

    /// The third example of FIPS 180-2, appendix B.
    @Test func `a million letters have the published SHA-256`() {
        #expect(
            Digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).hash.hex
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `hashing in pieces equals hashing in one piece`() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var hasher = SHA256Hasher()
        for start in stride(from: 0, to: bytes.count, by: 777) {
            hasher.update(bytes[start..<min(start + 777, bytes.count)])
        }
        #expect(hasher.finish() == Digest(of: bytes))
    }

    @Test func `a hasher can be used again after it has finished`() {
        var hasher = SHA256Hasher()
        hasher.update(Array("first".utf8))
        _ = hasher.finish()
        hasher.update(Array("abc".utf8))
        #expect(hasher.finish() == Digest(of: Array("abc".utf8)))
    }

    @Test func `an empty folder has the digest of an empty blob`() {
        #expect(Directory().digest == Digest(of: [UInt8]()))
    }
}
