import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// secp256k1, OpenSSL, zlib with libpng, and libsodium in one project.
    ///
    /// The test fetches sources of 60 MB, builds OpenSSL, and builds the project forty times: half an hour on
    /// two cores.
    @Suite(.large, .tags(.slow, .network)) struct LargePackageTests {
        @Test func `five packages in one project link in any order with both build systems`() async throws {
            let space = try TestSpace()
            let built = try await space.xbuild(
                "package", "secp256k1", "openssl", "libpng", "libsodium", "--targets", TestSpace.host,
                environment: space.largeEnvironment)
            try #require(built.status == 0, "\(built.err)")
            let folders = built.out.split(separator: "\n")
            #expect(folders.count == 5)
            let consumer = Consumer(
                space: space, packages: folders.compactMap(Self.package), swift: Self.swift, c: ["main.c": Self.c])
            let expected = ["swift": "true true true 3904355907\ntrue\n", "c": "1 1 1 3904355907\n1\n"]
            try await consumer.runs(expecting: expected, systems: [nil, "swiftbuild"], times: 10)
        }

        private static let modules = ["openssl": "OpenSSL", "libpng": "png", "libsodium": "sodium", "zlib": "CZlib"]

        /// Returns the package in a folder whose path ends with `NAME-VERSION`.
        private static func package(_ folder: Substring) -> Consumer.Package? {
            let last = folder.split(separator: "/").last ?? ""
            guard let dash = last.lastIndex(of: "-") else { return nil }
            let name = String(last[..<dash])
            return .delivered(name, String(last[last.index(after: dash)...]), module: modules[name] ?? name)
        }

        private static let swift = """
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
            """

        private static let c = """
            #include <stdio.h>
            #include <openssl/ssl.h>
            #include <png/png.h>
            #include <sodium/sodium.h>
            #include <CZlib/zlib.h>
            #include <secp256k1/secp256k1.h>
            int main(void) {
                SSL_CTX *context = SSL_CTX_new(TLS_method());
                png_structp reader = png_create_read_struct(png_get_libpng_ver(0), 0, 0, 0);
                unsigned long sum = crc32(0, (const unsigned char *)"a", 1);
                printf("%d %d %d %lu\\n", context != 0, reader != 0, sodium_init() >= 0, sum);
                printf("%d\\n", secp256k1_context_create(SECP256K1_CONTEXT_NONE) != 0);
                return 0;
            }
            """
    }
}
