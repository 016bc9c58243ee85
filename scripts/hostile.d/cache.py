"""A cache on loopback that speaks Bazel's HTTP protocol, and that an attempt can make answer falsely."""
import threading
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import wire
from core import require


class Cache:
    """Keeps blobs by path. `fake(request)` answers a GET in place of the cache if it returns True."""

    def __init__(self, space):
        self.blobs, self.gets, self.fake, self.headers = {}, [], None, []
        cache = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self, content, status=200, **headers):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            def do_GET(self):
                cache.gets.append(self.path)
                cache.headers.append(dict(self.headers))
                try:
                    if cache.fake and cache.fake(self):
                        return
                    content = cache.blobs.get(self.path)
                    self.answer(content if content is not None else b"", 200 if content is not None else 404)
                except OSError:
                    self.close_connection = True

            do_HEAD = do_GET

            def do_PUT(self):
                length = self.headers.get("Content-Length")
                if length is None:
                    content = self.chunked()
                else:
                    if self.headers.get("Expect"):
                        self.send_response_only(100)
                        self.end_headers()
                    content = self.rfile.read(int(length))
                cache.blobs[self.path] = content
                self.answer(b"", 201)

            def chunked(self):
                content = b""
                while size := int(self.rfile.readline(), 16):
                    content += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return content

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        space.servers.append(self)

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def results(self):
        return [path for path in self.blobs if path.startswith("/ac/")]

    def contents(self):
        return [path for path in self.blobs if path.startswith("/cas/")]

    def put(self, content):
        """Adds a blob, and returns its digest as a message."""
        name = sha256(content).hexdigest()
        self.blobs[f"/cas/{name}"] = content
        return wire.digest(name, len(content))


def filled(space, *words):
    """Returns a cache with the results of the library, which the store then lacks."""
    cache = Cache(space)
    space.empty_store()
    run = space.recipe("--remote", cache.address, *words, timeout=90)
    require(run.status == 0 and cache.results() and cache.contents(), run.text[-1500:])
    space.empty_store()
    cache.gets.clear()
    return cache


def harmless(space, address, *words, timeout=120, seconds=100, memory=300_000_000, hit=None, **more):
    """Builds with a hostile cache, and returns what is wrong: the bytes, the time, the memory, the exit status."""
    import shutil
    shutil.rmtree(space.dist, ignore_errors=True)
    run = space.recipe("--remote", address, *words, timeout=timeout, **more)
    if hit is not None:
        require(hit(), "the cache was not asked: " + run.text[-800:])
    if run.trouble():
        return run.trouble(seconds=seconds, memory=memory)
    if run.status != 0:
        return f"the run failed with status {run.status}: {run.last()}"
    if space.delivered() != space.good:
        return "the package has other bytes"
    return run.trouble(seconds=seconds, memory=memory)
