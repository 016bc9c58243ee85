import Foundation

/// nginx in front of a gRPC server. It requires TLS, HTTP/2 by ALPN, and a name and a password, or the password as a
/// bearer token or in the header `x-key`.
public final class SecureFront {
    /// The value for `--remote`.
    public let address: String
    private let server: ServerProcess

    public init(before port: Int, user: String, password: String, _ files: TestCertificates) throws {
        server = try ServerProcess()
        let folder = server.folder
        let own = try LoopbackPort.free()
        address = "grpcs://localhost:\(own)"
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/\($0);" }
        let configuration = """
            \(getuid() == 0 ? "user root;" : "")
            daemon off; master_process off; pid \(folder.path)/pid;
            events { worker_connections 256; }
            http {
                access_log off; client_max_body_size 0;
                map $http_x_key/$http_authorization $realm {
                    default cluster; "\(password)/" off; "/Bearer \(password)" off;
                }
                \(temporary.joined(separator: " "))
                server {
                    listen 127.0.0.1:\(own) ssl http2;
                    ssl_certificate \(files.server); ssl_certificate_key \(files.serverKey);
                    auth_basic $realm; auth_basic_user_file \(folder.path)/users;
                    location / { grpc_pass grpc://127.0.0.1:\(port); }
                }
            }

            """
        try server.write("\(user):{PLAIN}\(password)\n", to: "users")
        let file = try server.write(configuration, to: "nginx.conf")
        let arguments = ["-c", file.path, "-p", folder.path, "-e", folder.appending(path: "error").path]
        try server.start(Tool.url("nginx"), arguments, port: own)
    }
}
