import Foundation

/// A proxy for a cache that adds faults.
public final class FaultProxy {
    public enum Fault: String, CaseIterable, Sendable {
        /// Forwards everything.
        case none
        /// Cuts bodies and closes the connection.
        case truncate
        /// Flips a bit of every body.
        case flip
        /// Answers every request with 500.
        case refuse
        /// Accepts requests and never answers.
        case hang
        /// Answers one byte at a time, slowly.
        case drip
        /// Redirects every request in a loop.
        case redirect
        /// Serves the result of another action.
        case mixUp = "mix-up"
        /// Reports that it has every blob, but returns none.
        case boast
        /// For each method and path, answers the first and every second further request with 503, so that a retry
        /// succeeds.
        case stumble
    }

    public let address: String
    private let proxy: ServerProcess

    /// - Parameter first: the number of requests that the proxy forwards before the fault starts.
    public init(before server: CacheServer, _ fault: Fault = .none, after first: Int = 0) throws {
        proxy = try ServerProcess()
        let port = try LoopbackPort.free()
        address = "http://localhost:\(port)"
        try set(fault)
        let arguments = ["\(port)", "\(server.port)", server.data.path, proxy.folder.path, "\(first)"]
        try proxy.start(Tool.url("python3"), ["-c", Self.program] + arguments, port: port)
    }

    /// `METHOD PATH` of each request so far.
    public var requests: [String] { (try? proxy.lines(of: "requests")) ?? [] }

    /// Sets the fault from the next request on.
    public func set(_ fault: Fault) throws { try proxy.write(fault.rawValue, to: "fault") }

    private static let program = #"""
        import collections, http.client, http.server, itertools, os, pathlib, sys, time

        port, upstream, data, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
        first, numbers = int(sys.argv[5]), itertools.count()
        attempts = collections.defaultdict(itertools.count)

        class Proxy(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *words):
                pass

            def answer(self, status, body=b"", length=None, fields={}):
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body) if length is None else length))
                self.end_headers()
                self.wfile.write(body)

            def drip(self, status, body, length):
                self.answer(status, b"", length)
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    time.sleep(0.2)

            def serve(self):
                with open(folder + "/requests", "a") as log:
                    print(self.command, self.path, file=log)
                size = int(self.headers.get("Content-Length") or 0)
                sent = self.rfile.read(size) if size else None
                fault = open(folder + "/fault").read() if next(numbers) >= first else "none"
                if fault == "refuse" or fault == "stumble" and next(attempts[self.command, self.path]) % 2 == 0:
                    return self.answer(500 if fault == "refuse" else 503)
                if fault == "hang":
                    time.sleep(600)
                if fault == "redirect":
                    return self.answer(302, fields={"Location": self.path})
                path = self.path
                if fault == "boast" and path.startswith("/cas/"):
                    return self.answer(200 if self.command in ("HEAD", "PUT") else 404)
                if fault == "mix-up" and path.startswith("/ac/") and self.command == "GET":
                    path = self.other(path)
                link = http.client.HTTPConnection("127.0.0.1", upstream)
                link.request(self.command, path, body=sent)
                reply = link.getresponse()
                body = reply.read()
                length = int(reply.headers.get("Content-Length") or 0) if self.command == "HEAD" else len(body)
                if fault == "drip":
                    return self.drip(reply.status, body, length)
                if self.command == "GET" and reply.status == 200 and body:
                    if fault == "flip":
                        body = body[:-1] + bytes([body[-1] ^ 1])
                    if fault == "truncate":
                        self.answer(200, body[: len(body) // 2], len(body))
                        self.close_connection = True
                        return
                self.answer(reply.status, body, length)

            def other(self, path):
                """Returns the path of another action's result, if possible of a result with the same length."""
                own = data / path[1:]
                length = own.stat().st_size if own.exists() else 0
                others = sorted(file for file in (data / "ac").iterdir() if file != own)
                alike = [file for file in others if file.stat().st_size == length]
                return "/ac/" + (alike or others or [own])[0].name

            do_GET = do_HEAD = do_PUT = serve

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

        Server(("127.0.0.1", port), Proxy).serve_forever()
        """#
}
