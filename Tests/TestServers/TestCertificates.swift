import Foundation
import TestSupport

/// An authority, a server's certificate for `localhost` and a client's, made by openssl.
public final class TestCertificates {
    public var authority: String { path("ca.pem") }
    public var server: String { path("server.pem") }
    public var serverKey: String { path("server.key") }
    public var client: String { path("client.pem") }
    public var clientKey: String { path("client.key") }
    private let folder: TemporaryFolder

    public init() throws {
        folder = try TemporaryFolder()
        let script = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority \
                -keyout ca.key -out ca.pem
            for name in server client; do
                openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost \
                    -keyout $name.key -out $name.csr
                printf 'subjectAltName=DNS:localhost' >names
                openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names \
                    -out $name.pem
            done
            """
        try Tool.run(URL(filePath: "/bin/sh"), ["-euc", script], in: folder.url)
    }

    private func path(_ name: String) -> String { folder.path(name) }
}
