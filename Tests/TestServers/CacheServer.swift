import Foundation

/// nginx as a cache over HTTP, on its own port of the loopback interface, for the lifetime of the value.
public final class CacheServer {
    /// How clients connect and which credentials the server requires.
    public enum Access {
        case open
        /// A name and a password.
        case password(user: String, password: String)
        /// A bearer token.
        case token(String)
        /// The server redirects all clients to another server, at this address without a path.
        case elsewhere(String)
        /// TLS and a client certificate signed by the authority of `TestCertificates`.
        case certificate(TestCertificates)
        /// TLS without client certificates.
        case secure(TestCertificates)
    }

    /// The value for `--remote`.
    public let address: String
    public let port: Int
    /// The parent folder of `ac` and `cas`.
    public let data: URL
    private let server: ServerProcess

    public init(_ access: Access = .open, keeping data: URL? = nil) throws {
        server = try ServerProcess()
        let folder = server.folder
        self.data = data ?? folder.appending(path: "data")
        for each in [folder.appending(path: "logs"), folder.appending(path: "temporary"), self.data] {
            try FileManager.default.createDirectory(at: each, withIntermediateDirectories: true)
        }
        port = try LoopbackPort.free()
        let isSecure =
            switch access {
            case .open, .password, .token, .elsewhere: false
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

    /// Ends the server immediately, like a power cut.
    public func stop() { server.stop() }

    /// Returns `METHOD PATH STATUS` of each request so far.
    public func requests() throws -> [String] { try server.lines(of: "logs/access") }

    /// Returns the header `Authorization` of each request so far; `-` for a request without it.
    public func identities() throws -> [String] { try server.lines(of: "logs/identities") }

    /// Returns the number of files in `ac` or `cas`.
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

    /// Returns nginx's settings for `access`, as text that follows the address in `listen`.
    private static func terms(_ access: Access, _ folder: URL) -> String {
        switch access {
        case .open: ""
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
