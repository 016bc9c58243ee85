import Foundation
import Testing

extension EndToEnd {
    /// Programs with two copies of a library, which `xbuild package --prefix-symbols` makes possible.
    struct RenamedSymbolsTests {
        @Test func `one program uses two renamed copies of secp256k1`() async throws {
            let store = try await Secp256k1.packaged.value.space
            let space = try TestSpace()
            let environment = ["XBUILD_STORE": store.path("store"), "XBUILD_MIRROR": SeedStore.mirror]
            for prefix in ["A_", "B_"] {
                let renamed = try await space.xbuild(
                    "package", "secp256k1", "--targets", TestSpace.host, "--prefix-symbols", prefix, "--output",
                    prefix, environment: environment)
                try #require(renamed.status == 0, "\(renamed.err)")
            }
            let copies = ["A_", "B_"].map { prefix in
                Consumer.Package(
                    name: prefix + "secp256k1", module: prefix + "secp256k1",
                    path: "\(prefix)/secp256k1-0.5.0/swiftpm/\(prefix)secp256k1")
            }
            let checked = try await space.xbuild("check", copies[0].path, copies[1].path)
            #expect(checked.status == 0, "\(checked.out)")
            let consumer = Consumer(
                space: space, packages: copies, swift: Self.signing,
                c: ["A.c": Self.keyCheck("A_"), "B.c": Self.keyCheck("B_"), "main.c": Self.keyChecks])
            let ones = String(repeating: "1\n", count: 7)
            try await consumer.runs(expecting: ["swift": ones, "c": "1 1\n"], configurations: ["debug"])
        }

        /// One copy signs, and the other one verifies.
        private static let signing = """
            import A_secp256k1
            import B_secp256k1
            let (one, other) = (A_secp256k1_context_create(1)!, B_secp256k1_context_create(1)!)
            let (secret, message) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 9, count: 32))
            var (signature, key) = (A_secp256k1.secp256k1_ecdsa_signature(), A_secp256k1.secp256k1_pubkey())
            print(A_secp256k1_ecdsa_sign(one, &signature, message, secret, nil, nil))
            print(A_secp256k1_ec_pubkey_create(one, &key, secret))
            var (bytes, text) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 33))
            var size = text.count
            print(A_secp256k1_ecdsa_signature_serialize_compact(one, &bytes, &signature))
            print(A_secp256k1_ec_pubkey_serialize(one, &text, &size, &key, 258))
            var (same, point) = (B_secp256k1.secp256k1_ecdsa_signature(), B_secp256k1.secp256k1_pubkey())
            print(B_secp256k1_ecdsa_signature_parse_compact(other, &same, bytes))
            print(B_secp256k1_ec_pubkey_parse(other, &point, text, size))
            print(B_secp256k1_ecdsa_verify(other, &same, message, &point))
            """

        /// Returns a C file that calls one copy by the library's original names.
        private static func keyCheck(_ prefix: String) -> String {
            """
            #include <\(prefix)secp256k1/secp256k1.h>
            int \(prefix)check(void) {
                unsigned char key[32] = {1};
                return secp256k1_ec_seckey_verify(secp256k1_context_create(SECP256K1_CONTEXT_NONE), key);
            }
            """
        }

        private static let keyChecks = """
            #include <stdio.h>
            int A_check(void), B_check(void);
            int main(void) { return !(printf("%d %d\\n", A_check(), B_check()) > 0); }
            """

        @Test func `a program links two copies of a library, one with renamed symbols`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[\(TestSpace.host)]").install(in: space)
            let plain = try await space.xbuild("package", "tiny")
            let renamed = try await space.xbuild("package", "tiny", "--prefix-symbols", "P_", "--output", "others")
            try #require(plain.status == 0 && renamed.status == 0, "\(plain.err)\(renamed.err)")
            let copies = [
                Consumer.Package.delivered("tiny", "1.0", module: "tiny"),
                Consumer.Package(name: "P_tiny", module: "P_tiny", path: "others/tiny-1.0/swiftpm/P_tiny"),
            ]
            let checked = try await space.xbuild("check", copies[0].path, copies[1].path)
            #expect(checked.status == 0, "\(checked.out)")
            let call = { (folder: String, name: String) in
                "#include <\(folder)/tiny.h>\nint \(name)(int left) { return tiny_one(left); }"
            }
            let consumer = Consumer(
                space: space, packages: copies,
                swift: "import P_tiny\nimport tiny\nprint(tiny_one(1), P_tiny_one(2))",
                c: [
                    "one.c": call("tiny", "one"), "other.c": call("P_tiny", "other"),
                    "main.c": """
                    #include <stdio.h>
                    int one(int), other(int), P_tiny_one(int), tiny_one(int);
                    int main(void) {
                        printf("%d %d %d\\n", one(1), other(2), (void *)tiny_one != (void *)P_tiny_one);
                        return 0;
                    }
                    """,
                ])
            try await consumer.runs(expecting: ["swift": "2 3\n", "c": "2 3 1\n"])
        }
    }
}
