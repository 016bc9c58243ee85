import Actions
import Basics
import Foundation
import Machine
import TestSupport
import Testing

@testable import Store

/// Files of keys, which the program `openssl` writes and reads too.
@Suite(.tags(.process)) struct KeyFileTests {
    let folder: TestSupport.TemporaryFolder

    init() throws { folder = try TestSupport.TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path(name) }

    /// Runs a shell script in the folder; throws when it fails.
    @discardableResult
    private func shell(_ script: String) throws -> String { try folder.need("/bin/sh", ["-euc", script]) }

    private func written() throws -> PrivateKey {
        let key = try #require(PrivateKey.random())
        try key.write(to: path("key"), publicTo: path("key.pub"))
        return key
    }

    // MARK: The program `openssl`

    @Test func `openssl reads the keys that xbuild writes`() throws {
        let key = try written()
        #expect(try shell("openssl pkey -in key -pubout") == key.publicKey.pem)
        #expect(try shell("openssl pkey -in key") == key.pem)
        #expect(try shell("openssl pkey -pubin -in key.pub") == key.publicKey.pem)
        let id = try shell("openssl pkey -pubin -in key.pub -outform DER | openssl dgst -sha256 -r")
        #expect(id.hasPrefix(key.publicKey.id.hex))
    }

    @Test func `openssl verifies the signature of a result`() throws {
        let (key, action) = (try written(), digest("action"))
        let result = ActionResult(outputs: ["l": .symlink(target: "t")], origin: .here)
        let signature = try #require(ResultSigner(key).signature(of: result, for: action))
        try folder.write(result.statement(for: action), to: "message")
        try folder.write(signature.bytes, to: "signature")
        let verified = try shell("openssl pkeyutl -verify -rawin -pubin -inkey key.pub -sigfile signature -in message")
        #expect(verified.contains("Verified Successfully"))
        try shell("openssl pkeyutl -sign -rawin -inkey key -in message -out theirs")
        #expect(folder.read("theirs") == signature.bytes)
    }

    @Test func `xbuild reads the keys that openssl writes and verifies their signatures`() throws {
        try shell(
            """
            umask 077
            openssl genpkey -algorithm ed25519 -out key
            openssl pkey -in key -pubout -out key.pub
            openssl pkey -in key -pubout -text -out text.pub
            printf message >message
            openssl pkeyutl -sign -rawin -inkey key -in message -out signature
            """)
        let (key, publicKey) = (try PrivateKey.read(path("key")), try PublicKey.read(path("key.pub")))
        #expect(key.publicKey == publicKey)
        let (message, signature) = (try folder.bytes("message"), try folder.bytes("signature"))
        #expect(Ed25519.isValid(signature, of: message, by: publicKey))
        #expect(key.signature(of: message) == signature)
        #expect(try PublicKey.read(path("text.pub")) == publicKey)
    }

    // MARK: Files

    @Test func `only the owner may use a private key`() throws {
        let key = try written()
        let mode = { (name: String) in try FileStatus.of(path(name))?.permissions }
        #expect(try mode("key") == 0o600)
        #expect(try mode("key.pub").map { $0 & 0o400 } == 0o400)
        #expect(try PrivateKey.read(path("key")).publicKey == key.publicKey)
        for mode in [0o640, 0o604, 0o620, 0o601, 0o777] as [UInt16] {
            try FileSystem.setPermissions(path("key"), mode)
            #expect(throws: KeyFileError.accessible(path: path("key"), permissions: mode)) {
                try PrivateKey.read(path("key"))
            }
        }
        try FileSystem.setPermissions(path("key"), 0o400)
        #expect(try PrivateKey.read(path("key")).publicKey == key.publicKey)
    }

    @Test(arguments: ["key", "key.pub"]) func `no file is overwritten`(_ name: String) throws {
        try folder.write("mine", to: name)
        let key = try #require(PrivateKey.random())
        #expect(throws: KeyFileError.exists(path: path(name))) {
            try key.write(to: path("key"), publicTo: path("key.pub"))
        }
        #expect(folder.read(name) == Array("mine".utf8))
        #expect(try shell("ls").split(separator: "\n") == [Substring(name)])
    }

    @Test func `a dangling link is not followed to a new file`() throws {
        try FileSystem.makeLink(path("key"), target: path("elsewhere"))
        let key = try #require(PrivateKey.random())
        #expect(throws: KeyFileError.exists(path: path("key"))) {
            try key.write(to: path("key"), publicTo: path("key.pub"))
        }
        #expect(!folder.exists("elsewhere"))
    }

    /// Files that are no private key: a script that makes `key`, and the error.
    static let faults: [(script: String, error: @Sendable (String) -> KeyFileError)] = [
        ("true", { .file(.system(.open, path: $0, .noSuchFileOrDirectory)) }),
        ("mkdir -m 700 key", { .notAFile(path: $0) }),
        ("mkfifo -m 600 key", { .notAFile(path: $0) }),
        ("ln -s /dev/zero key", { .notAFile(path: $0) }),
        (": >key", { .notPEM(path: $0) }),
        ("echo hello >key", { .notPEM(path: $0) }),
        ("head -c 200000 /dev/zero >key", { .notPEM(path: $0) }),
        ("printf -- '-----BEGIN PRIVATE KEY-----\\nMC4CAQ\\n' >key", { .notPEM(path: $0) }),
        ("printf -- '-----BEGIN PRIVATE KEY-----\\n?\\n-----END PRIVATE KEY-----\\n' >key", { .notPEM(path: $0) }),
        (
            "printf -- '-----BEGIN PRIVATE KEY-----\\nMC4CAQ==\\n-----END PRIVATE KEY-----\\n' >key",
            { .otherAlgorithm(path: $0) }
        ),
        ("openssl genpkey -algorithm x25519 -out key", { .otherAlgorithm(path: $0) }),
        ("openssl genpkey -algorithm ed448 -out key", { .otherAlgorithm(path: $0) }),
        ("openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out key", { .otherAlgorithm(path: $0) }),
        (
            "openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -v2 aes128 -passout pass:x -out key",
            { .encrypted(path: $0) }
        ),
        (
            "openssl genrsa -traditional -aes128 -passout pass:x -out key 1024", { .encrypted(path: $0) }
        ),
        (
            "openssl genrsa -traditional -out key 1024",
            { .wrongLabel(path: $0, found: "RSA PRIVATE KEY", expected: "PRIVATE KEY") }
        ),
        (
            "openssl genpkey -algorithm ed25519 | openssl pkey -pubout -out key",
            { .wrongLabel(path: $0, found: "PUBLIC KEY", expected: "PRIVATE KEY") }
        ),
    ]

    @Test(arguments: faults.indices) func `a file that is no private key gives a typed error`(_ index: Int) throws {
        let fault = Self.faults[index]
        try shell("umask 077; { \(fault.script); } 2>/dev/null")
        #expect(throws: fault.error(path("key")), "\(fault.script)") { try PrivateKey.read(path("key")) }
    }

    @Test func `a public key that all may read is not mistaken for a private one`() throws {
        _ = try written()
        let error = KeyFileError.wrongLabel(path: path("key.pub"), found: "PUBLIC KEY", expected: "PRIVATE KEY")
        #expect(throws: error) { try PrivateKey.read(path("key.pub")) }
    }

    @Test func `a private key is not accepted as a public one`() throws {
        _ = try written()
        let error = KeyFileError.wrongLabel(path: path("key"), found: "PRIVATE KEY", expected: "PUBLIC KEY")
        #expect(throws: error) { try PublicKey.read(path("key")) }
        #expect(error.hint?.contains("-pubout") == true)
    }

    @Test func `lines may end with a carriage return and a comment may come first`() throws {
        let key = try written()
        let text = "for the cache\r\n" + key.publicKey.pem.replacingOccurrences(of: "\n", with: "\r\n")
        try folder.write(text, to: "key.pub")
        #expect(try PublicKey.read(path("key.pub")) == key.publicKey)
    }
}
