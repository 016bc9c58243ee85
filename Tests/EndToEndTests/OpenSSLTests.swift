import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// A Swift program that uses OpenSSL, built for this machine. The test takes minutes and needs a source archive of
    /// 50 MB.
    @Suite(.large, .tags(.slow, .network)) struct OpenSSLTests {
        @Test(arguments: ["3.5.7", "3.0.20"])
        func `a Swift program hashes, signs and makes a TLS connection to itself`(version: String) async throws {
            let space = try TestSpace()
            let built = try await space.xbuild(
                "recipe", "openssl@\(version)", "--targets", TestSpace.host,
                environment: space.largeEnvironment)
            try #require(built.status == 0, "\(built.err)")
            try space.write(Self.main, to: "main.swift")
            let dist = space.path("dist/openssl-\(version)")
            let compiled = try await space.run(
                "swiftc",
                [
                    "main.swift", "-o", "main", "-I", "\(dist)/include", "-L", "\(dist)/prefixes/\(TestSpace.host)/lib",
                    "-lssl",
                    "-lcrypto",
                ])
            try #require(compiled.status == 0, "\(compiled.err)")
            let output = try await space.run(space.path("main"), [])
            #expect(
                output.out == """
                    OpenSSL \(version)
                    sha256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
                    signed 1
                    verified 1
                    changed message verified 0
                    TLSv1.3, certificate verified true
                    heard hello

                    """, "\(output.err)")
            // OpenSSL's embedded build information contains neither build folders nor the build time.
            let strings = try await LLVM.run("strings", [space.path("main")]).split(separator: "\n")
            #expect(!strings.contains { $0.contains("/xbuild") || $0.contains("prefix-map") })
            #expect(strings.contains("built on: Sat Jan  1 00:00:00 2000 UTC"))
        }

        private static let main = #"""
            import OpenSSL

            func check(_ result: Int32, line: Int = #line) {
                guard result > 0 else { fatalError("line \(line): \(result)") }
            }

            print("OpenSSL", String(cString: OpenSSL_version(OPENSSL_FULL_VERSION_STRING)))

            // A published digest (FIPS 180-4).
            var digest = [UInt8](repeating: 0, count: 32)
            var size: UInt32 = 0
            check(EVP_Digest("abc", 3, &digest, &size, EVP_sha256(), nil))
            let digits = Array("0123456789abcdef")
            print("sha256", String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))

            // A key, and a signature.
            let generator = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
            check(EVP_PKEY_keygen_init(generator))
            check(EVP_PKEY_CTX_set_group_name(generator, "P-256"))
            var key: OpaquePointer?
            check(EVP_PKEY_generate(generator, &key))
            var message = Array("message".utf8)
            var signature = [UInt8](repeating: 0, count: 256)
            var length = signature.count
            let signing = EVP_MD_CTX_new()
            check(EVP_DigestSignInit(signing, nil, EVP_sha256(), nil, key))
            print("signed", EVP_DigestSign(signing, &signature, &length, message, message.count))
            func verified() -> Int32 {
                let context = EVP_MD_CTX_new()
                check(EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key))
                return EVP_DigestVerify(context, signature, length, message, message.count)
            }
            print("verified", verified())
            message[0] ^= 1
            print("changed message verified", verified())

            // A self-signed certificate.
            let certificate = X509_new()
            check(X509_set_version(certificate, 2))
            check(ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1))
            _ = X509_gmtime_adj(X509_getm_notBefore(certificate), -60)
            _ = X509_gmtime_adj(X509_getm_notAfter(certificate), 3600)
            let name = X509_get_subject_name(certificate)
            check(X509_NAME_add_entry_by_txt(name, "CN", 0x1001, "localhost", -1, -1, 0))
            check(X509_set_issuer_name(certificate, name))
            check(X509_set_pubkey(certificate, key))
            check(X509_sign(certificate, key, EVP_sha256()))

            // A server and a client, joined by two pipes in memory.
            let serverContext = SSL_CTX_new(TLS_server_method())
            check(SSL_CTX_use_certificate(serverContext, certificate))
            check(SSL_CTX_use_PrivateKey(serverContext, key))
            let clientContext = SSL_CTX_new(TLS_client_method())
            check(X509_STORE_add_cert(SSL_CTX_get_cert_store(clientContext), certificate))
            SSL_CTX_set_verify(clientContext, SSL_VERIFY_PEER, nil)
            let (server, client) = (SSL_new(serverContext), SSL_new(clientContext))
            check(SSL_set1_host(client, "localhost"))
            var (left, right): (OpaquePointer?, OpaquePointer?)
            check(BIO_new_bio_pair(&left, 0, &right, 0))
            SSL_set_bio(server, left, left)
            SSL_set_bio(client, right, right)
            SSL_set_accept_state(server)
            SSL_set_connect_state(client)
            for _ in 0..<10 {
                let (one, other) = (SSL_do_handshake(client), SSL_do_handshake(server))
                if one == 1, other == 1 { break }
            }
            print(
                "\(String(cString: SSL_get_version(client))), certificate verified",
                SSL_get_verify_result(client) == Int(X509_V_OK))
            check(SSL_write(client, "hello", 5))
            var buffer = [UInt8](repeating: 0, count: 16)
            let count = SSL_read(server, &buffer, Int32(buffer.count))
            print("heard", String(decoding: buffer.prefix(Int(count)), as: UTF8.self))

            """#
    }
}
