// A web server on the loopback interface with faults on request: a Python program, one for each test.

import Foundation
import SystemPackage
import TestSupport
import Testing

/// A running server.
struct TestServer {
    let port: Int
    let content: [UInt8]
    fileprivate let log: FilePath
    fileprivate let scheme: String

    func address(_ path: String) -> String { "\(scheme)://127.0.0.1:\(port)/\(path)" }

    /// The requests so far: `PATH RANGE IF-RANGE USER-AGENT`, with `-` for absent headers.
    var requests: [String] {
        ((try? String(contentsOfFile: log.string, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }
}

/// Serves `content` while `body` runs. The first component of the path selects the server's behaviour. A secure server
/// uses a new certificate, `certificate.pem` beside the folder that is passed to `body`.
func withServer(
    _ content: [UInt8] = SeededRandom.bytes(50_000), isSecure: Bool = false,
    _ body: (TestServer, FilePath) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        try write(content, to: folder.appending("content"))
        if isSecure {
            try await shell(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
                    + ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "certificate.pem"],
                in: folder)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", serverProgram] + (isSecure ? ["certificate.pem"] : [])
        process.currentDirectoryURL = URL(fileURLWithPath: folder.string)
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The server ends when its standard input is closed, even if the tests crash.
        defer { try? input.fileHandleForWriting.close() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        let work = folder.appending("work")
        try FileManager.default.createDirectory(atPath: work.string, withIntermediateDirectories: true)
        let server = TestServer(
            port: port, content: content, log: folder.appending("log"), scheme: isSecure ? "https" : "http")
        try await body(server, work)
    }
}

private let serverProgram = #"""
    import http.server, os, re, ssl, sys, threading, time
    content = open("content", "rb").read()
    counts, lock = {}, threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments): pass

        def head(self, status, **fields):
            self.send_response(status)
            for name, value in fields.items(): self.send_header(name.replace("_", "-"), str(value))
            self.end_headers()

        def whole(self, body=content, tag='"one"'):
            self.head(200, Content_Length=len(body), ETag=tag)
            self.wfile.write(body)

        def rest(self, body=content, tag='"one"', shift=0):
            match = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range") or "")
            if not match or self.headers.get("If-Range", tag) != tag: return self.whole(body, tag)
            start = int(match[1])
            if start >= len(body): return self.head(416, Content_Length=0, Content_Range=f"bytes */{len(body)}")
            part = body[start + shift:]
            self.head(206, Content_Length=len(part), ETag=tag,
                Content_Range=f"bytes {start + shift}-{len(body) - 1}/{len(body)}")
            self.wfile.write(part)

        def half(self, tag='"one"'):
            self.head(200, Content_Length=len(content), ETag=tag)
            self.wfile.write(content[:len(content) // 2])
            self.close_connection = True

        def do_GET(self):
            with lock:
                fields = [self.headers.get(name) or "-" for name in ("Range", "If-Range", "User-Agent")]
                open("log", "a").write(" ".join([self.path] + fields) + "\n")
                count = counts[self.path] = counts.get(self.path, 0) + 1
            name, _, value = self.path[1:].partition("/")
            getattr(self, "do_" + name.replace("-", "_"))(value, count)

        def do_file(self, value, count): self.rest()
        def do_no_range(self, value, count): self.whole()
        def do_status(self, value, count): self.head(int(value), Content_Length=0)
        def do_loop(self, value, count): self.head(302, Location="/loop", Content_Length=0)
        def do_away(self, value, count): self.head(302, Location=value, Content_Length=0)

        def do_redirect(self, value, count):
            target = f"/redirect/{int(value) - 1}" if int(value) > 1 else "/file"
            # The body of a redirect is no part of the file.
            self.head(302, Location=target, Content_Length=5)
            self.wfile.write(b"moved")

        def do_fails(self, value, count):
            if count > int(value): return self.rest()
            self.head(500, Content_Length=6)
            self.wfile.write(b"sorry!")

        def do_busy(self, value, count):
            if count > 1: return self.rest()
            self.head(429, Retry_After=value, Content_Length=0)

        def do_cut(self, value, count): self.half() if count == 1 else self.rest()
        def do_cut_no_range(self, value, count): self.half() if count == 1 else self.whole()
        def do_cut_changed(self, value, count): self.half() if count == 1 else self.rest(content[::-1], '"two"')
        def do_cut_shifted(self, value, count): self.half() if count == 1 else self.rest(shift=3 if count == 2 else 0)

        def do_slow(self, value, count):
            self.head(200, Content_Length=len(content))
            self.wfile.write(content[:10])
            self.wfile.flush()
            time.sleep(60)

        def do_drops(self, value, count):
            self.head(200, Content_Length=len(content))
            for start in range(0, len(content), 500):
                self.wfile.write(content[start:start + 500])
                self.wfile.flush()
                time.sleep(0.005)

        def do_endless_redirect(self, value, count):
            self.do_endless(value, count, 302)

        def do_endless_header(self, value, count):
            self.close_connection = True
            try:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nA: ")
                for _ in range(1000): self.wfile.write(b"b" * 50000)
            except OSError: pass

        def do_endless(self, value, count, status=200):
            self.head(status, Location="/endless-redirect")
            self.close_connection = True
            try:
                for _ in range(100000): self.wfile.write(content)
            except OSError: pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *arguments: None  # clients may leave early
    if len(sys.argv) > 1:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    os._exit(0)
    """#
