import Foundation

/// nginx as a cache over HTTP, on a port of its own of the loopback interface, as long as the value lives.
public final class CacheServer {
    /// What the server asks of its clients.
    public enum Access {
        case anybody
        /// A name and a password.
        case password(user: String, password: String)
        /// A bearer token.
        case token(String)
        /// It sends everybody to another server, at this address without a path.
        case elsewhere(String)
        /// TLS, and a certificate that the authority of `TestCertificates` signed.
        case certificate(TestCertificates)
        /// TLS, and nothing else.
        case secure(TestCertificates)
    }

    /// What goes after `--remote`.
    public let address: String
    public let port: Int
    /// Below it stand `ac` and `cas`.
    public let data: URL
    private let server: ServerProcess

    public init(_ access: Access = .anybody, keeping data: URL? = nil) throws {
        server = try ServerProcess("nginx")
        let folder = server.folder
        self.data = data ?? folder.appending(path: "data")
        for each in [folder.appending(path: "logs"), folder.appending(path: "temporary"), self.data] {
            try FileManager.default.createDirectory(at: each, withIntermediateDirectories: true)
        }
        port = try LoopbackPort.free()
        let isSecure =
            switch access {
            case .anybody, .password, .token, .elsewhere: false
            case .certificate, .secure: true
            }
        address = "\(isSecure ? "https" : "http")://localhost:\(port)"
        if case .password(let user, let password) = access {
            try server.write("\(user):{PLAIN}\(password)\n", to: "users")
        }
        let file = try server.write(Self.configuration(folder, self.data, port, access), to: "nginx.conf")
        let arguments = ["-c", file.path, "-p", folder.path, "-e", folder.appending(path: "logs/error").path]
        try server.start(Tool.url("nginx"), arguments, port: port)
    }

    /// Ends it at once, as a power cut would.
    public func stop() { server.stop() }

    /// `METHOD PATH STATUS` of each request so far.
    public func requests() throws -> [String] { try server.lines(of: "logs/access") }

    /// What each request so far had as its `Authorization`, `-` for nothing.
    public func identities() throws -> [String] { try server.lines(of: "logs/identities") }

    /// How many files stand in `ac` or `cas`.
    public func count(in name: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: data.appending(path: name).path))?.count ?? 0
    }

    private static func configuration(_ folder: URL, _ data: URL, _ port: Int, _ access: Access) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/temporary/\($0);" }
        return """
            \(getuid() == 0 ? "user root;" : "")
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            events { worker_connections 256; }
            http {
                log_format short '$request_method $uri $status';
                access_log \(folder.path)/logs/access short;
                log_format identity '$http_authorization';
                access_log \(folder.path)/logs/identities identity;
                client_max_body_size 0;
                keepalive_requests 100000;
                \(temporary.joined(separator: "\n    "))
                server {
                    listen 127.0.0.1:\(port)\(terms(access, folder));
                    root \(data.path);
                    location ~ "^/(ac|cas)/[0-9a-f]{64}$" {
                        dav_methods PUT;
                        create_full_put_path on;
                        limit_except GET PUT { deny all; }
                    }
                }
            }

            """
    }

    /// What follows the address in `listen`, with what else the access takes.
    private static func terms(_ access: Access, _ folder: URL) -> String {
        switch access {
        case .anybody: ""
        case .password: "; auth_basic cache; auth_basic_user_file \(folder.path)/users"
        case .token(let token): "; if ($http_authorization != 'Bearer \(token)') { return 401; } log_not_found off"
        case .elsewhere(let place): "; return 302 \(place)$request_uri"
        case .secure(let files): " ssl; ssl_certificate \(files.server); ssl_certificate_key \(files.serverKey)"
        case .certificate(let files):
            """
             ssl; ssl_certificate \(files.server); ssl_certificate_key \(files.serverKey);
            ssl_client_certificate \(files.authority); ssl_verify_client on
            """
        }
    }
}
