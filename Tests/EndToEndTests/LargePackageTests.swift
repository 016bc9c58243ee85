import Foundation
import TestSupport
import Testing

/// It builds a project forty times, OpenSSL before that, and fetches sources of 60 MB: half an hour on two cores.
private let isWanted = ProcessInfo.processInfo.environment["XBUILD_LARGE_TESTS"] == "1"

extension EndToEnd {
    /// secp256k1, OpenSSL, zlib with libpng, and libsodium in one project.
    @Suite(.enabled(if: isWanted, "scripts/test --large"), .tags(.slow)) struct LargePackageTests {
        @Test func `five packages in one project link in any order with both build systems`() async throws {
            let space = try TestSpace()
            let store = ProcessInfo.processInfo.environment["XBUILD_LARGE_STORE"] ?? space.path("store")
            let built = try await space.xbuild(
                "package", "secp256k1", "openssl", "libpng", "libsodium", "--targets", TestSpace.host,
                environment: ["XBUILD_OFFLINE": "", "HOME": NSHomeDirectory(), "XBUILD_STORE": store])
            try #require(built.status == 0, "\(built.err)")
            #expect(built.out.split(separator: "\n").count == 5)
            let versions = built.out.split(separator: "\n").compactMap { line -> (String, String)? in
                let name = line.split(separator: "/").last ?? ""
                return name.lastIndex(of: "-").map { (String(name[..<$0]), String(name[name.index(after: $0)...])) }
            }
            let modules = ["openssl": "OpenSSL", "libpng": "png", "libsodium": "sodium", "zlib": "CZlib"]
            let consumer = Consumer(
                space: space,
                packages: versions.map { .init(name: $0.0, version: $0.1, module: modules[$0.0] ?? $0.0) },
                swift: """
                    import OpenSSL
                    import png
                    import sodium
                    import CZlib
                    import secp256k1
                    let curve = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
                    let context = SSL_CTX_new(TLS_method())
                    let reader = png_create_read_struct(png_get_libpng_ver(nil), nil, nil, nil)
                    print(context != nil, reader != nil, sodium_init() >= 0, crc32(0, "a", 1))
                    print(curve != nil)
                    """,
                c: """
                    #include <stdio.h>
                    #include <openssl/ssl.h>
                    #include <png/png.h>
                    #include <sodium/sodium.h>
                    #include <CZlib/zlib.h>
                    #include <secp256k1/secp256k1.h>
                    int main(void) {
                        SSL_CTX *context = SSL_CTX_new(TLS_method());
                        printf("%d %d %d %lu\\n", context != 0, png_create_read_struct(png_get_libpng_ver(0), 0, 0, 0) != 0, sodium_init() >= 0,
                               crc32(0, (const unsigned char *)"a", 1));
                        printf("%d\\n", secp256k1_context_create(SECP256K1_CONTEXT_NONE) != 0);
                        return 0;
                    }
                    """)
            try consumer.write()
            let expected = ["swift": "true true true 3904355907\ntrue\n", "c": "1 1 1 3904355907\n1\n"]
            try await consumer.runs(expecting: expected, systems: [nil, "swiftbuild"], times: 10)
        }
    }
}
