"""gRPC caches that answer with random bytes, without an end, or with fakes. They need python3-grpcio."""
import os
import threading
import time

import wire
from cache import harmless
from core import MEGABYTE, Skip, attempt, require

try:
    import grpc
except ImportError:
    grpc = None

REAPI = "/build.bazel.remote.execution.v2."


class Services:
    """A cache over gRPC, by hand-made messages. `fakes` maps the name of a method to a function of request and context."""

    def __init__(self, space):
        from concurrent import futures
        self.results, self.blobs, self.fakes, self.calls = {}, {}, {}, []
        services = self

        class Handler(grpc.GenericRpcHandler):
            def service(self, call):
                name = call.method.rpartition("/")[2]
                function = getattr(services, name, None)
                if function is None:
                    return None

                def answer(request, context):
                    services.calls.append(name)
                    return services.fakes.get(name, function)(request, context)

                kind = {"Read": grpc.unary_stream_rpc_method_handler, "Execute": grpc.unary_stream_rpc_method_handler,
                        "Write": grpc.stream_unary_rpc_method_handler}
                return kind.get(name, grpc.unary_unary_rpc_method_handler)(answer)

        self.server = grpc.server(futures.ThreadPoolExecutor(16), handlers=[Handler()], options=[
            ("grpc.max_receive_message_length", 64 * MEGABYTE), ("grpc.max_send_message_length", 256 * MEGABYTE),
            ("grpc.so_reuseport", 0)])
        port = self.server.add_insecure_port("127.0.0.1:0")
        self.address = f"grpc://127.0.0.1:{port}/main"
        self.server.start()
        space.servers.append(self)

    def close(self):
        self.server.stop(0)

    @staticmethod
    def key(digest):
        return (wire.first(digest, 1) or b"").decode(errors="replace")

    def GetCapabilities(self, request, context):
        cache = wire.integer(1, 1) + wire.text(2, wire.integer(1, 1)) + wire.integer(4, 4_000_000)
        return wire.text(1, cache) + wire.text(2, wire.integer(1, 1) + wire.integer(2, 1)) + wire.text(4, wire.integer(1, 2)) + wire.text(5, wire.integer(1, 2) + wire.integer(2, 3))

    def GetActionResult(self, request, context):
        found = self.results.get(self.key(wire.first(request, 2)))
        if found is None:
            context.abort(grpc.StatusCode.NOT_FOUND, "no result")
        return found

    def UpdateActionResult(self, request, context):
        self.results[self.key(wire.first(request, 2))] = wire.first(request, 3)
        return wire.first(request, 3)

    def FindMissingBlobs(self, request, context):
        digests = [value for number, value in wire.fields(request) if number == 2]
        return b"".join(wire.text(2, digest) for digest in digests if self.key(digest) not in self.blobs)

    def BatchUpdateBlobs(self, request, context):
        out = b""
        for number, value in wire.fields(request):
            if number == 2:
                self.blobs[self.key(wire.first(value, 1))] = wire.first(value, 2) or b""
                out += wire.text(1, wire.text(1, wire.first(value, 1)))
        return out

    def BatchReadBlobs(self, request, context):
        out = b""
        for number, digest in wire.fields(request):
            if number == 2:
                found = self.blobs.get(self.key(digest))
                status = wire.text(3, wire.integer(1, 5)) if found is None else b""
                out += wire.text(1, wire.text(1, digest) + (wire.text(2, found) if found else b"") + status)
        return out

    def Read(self, request, context):
        name = wire.first(request, 1).decode().split("/")[-2]
        if name not in self.blobs:
            context.abort(grpc.StatusCode.NOT_FOUND, "no blob")
        yield wire.text(10, self.blobs[name])

    def Execute(self, request, context):
        context.abort(grpc.StatusCode.UNIMPLEMENTED, "no workers")

    def Write(self, requests, context):
        name, content = "", b""
        for request in requests:
            name = (wire.first(request, 1) or name.encode()).decode()
            content += wire.first(request, 10) or b""
        self.blobs[name.split("/")[-2]] = content
        return wire.integer(1, len(content))


def filled(space):
    if grpc is None:
        raise Skip("python3-grpcio is not installed")
    cache = Services(space)
    space.empty_store()
    run = space.recipe("--remote", cache.address, timeout=90)
    require(run.status == 0 and cache.results and cache.blobs, f"{cache.calls[:9]} {run.text[-1500:]}")
    space.empty_store()
    cache.calls.clear()
    return cache


def faked(space, fakes, **more):
    """Builds with a filled cache whose methods fake."""
    cache = filled(space)
    cache.fakes.update(fakes)
    return harmless(space, cache.address, hit=lambda: any(name in cache.calls for name in fakes), **more)


def junk(*_):
    return os.urandom(500)


@attempt("random bytes in place of messages", short=True)
def random_bytes(space):
    for names in [["GetCapabilities"], ["GetActionResult"], ["FindMissingBlobs", "BatchReadBlobs"]]:
        wrong = faked(space, {name: junk for name in names})
        if wrong:
            return f"{names[0]}: {wrong}"


@attempt("messages of 200 MB")
def huge(space):
    return faked(space, {"GetActionResult": lambda *_: wire.text(2, bytes(200 * MEGABYTE))}, timeout=150)


@attempt("a stream that never ends (ByteStream.Read)")
def endless(space):
    def read(request, context):
        started = time.monotonic()
        while context.is_active() and time.monotonic() - started < 100:
            yield wire.text(10, bytes(1_000_000))

    # An empty batch makes the client read blobs one by one.
    return faked(space, {"Read": read, "BatchReadBlobs": lambda *_: b""}, timeout=150, seconds=140)


@attempt("blobs with other bytes")
def other_bytes(space):
    def batch(request, context):
        return b"".join(wire.text(1, wire.text(1, digest) + wire.text(2, b"hostile")) for number, digest in wire.fields(request)
                        if number == 2)

    def read(request, context):
        yield wire.text(10, b"hostile")

    return faked(space, {"BatchReadBlobs": batch, "Read": read})


@attempt("FindMissingBlobs that fakes: everything is there")
def nothing_missing(space):
    cache = filled(space)
    cache.blobs.clear()
    cache.fakes["FindMissingBlobs"] = lambda *_: b""
    return harmless(space, cache.address, hit=lambda: "GetActionResult" in cache.calls)


@attempt("a result with a path out of the package", short=True)
def path_out(space):
    token = f"hostile-grpc-{os.getpid()}"
    cache = filled(space)
    cache.blobs[library_hash(b"hostile")] = b"hostile"
    evil = wire.text(2, wire.text(1, "../" * 6 + token) + wire.text(2, wire.digest(library_hash(b"hostile"), 7)))
    for name in cache.results:
        cache.results[name] += evil
    broken = harmless(space, cache.address, hit=lambda: "GetActionResult" in cache.calls)
    found = [parent / token for parent in [*space.store.parents, space.store] if (parent / token).exists()]
    for path in found:
        path.unlink()
    return f"wrote {found[0]}" if found else broken


def library_hash(content):
    from hashlib import sha256
    return sha256(content).hexdigest()


@attempt("a status message with control characters", short=True)
def message(space):
    cache = filled(space)

    def abort(request, context):
        context.abort(grpc.StatusCode.INTERNAL, "\x1b]0;HOSTILE\x07 \u009d0;HOSTILE\u009c")

    cache.fakes.update({name: abort for name in ["GetActionResult", "FindMissingBlobs", "GetCapabilities", "BatchReadBlobs"]})
    run = space.recipe("--remote", cache.address, tty=True, timeout=90)
    require(cache.calls, run.text[-500:])
    if b"\x1b]0;HOSTILE" in run.out or "\u009d0;HOSTILE".encode() in run.out:
        return "the terminal got the characters"
    return run.trouble()


@attempt("a server that accepts and never answers")
def silent(space):
    def wait(request, context):
        for _ in range(600):
            if not context.is_active():
                break
            time.sleep(0.1)
        return b""

    return faked(space, {"GetActionResult": wait}, timeout=150, seconds=140)


@attempt("an execution that returns another action's outputs (--execute)")
def execution(space):
    cache = filled(space)
    other = max(cache.results.values(), key=len)
    started = threading.Event()

    def execute(request, context):
        started.set()
        response = wire.text(1, other)
        packed = wire.text(1, "type.googleapis.com/build.bazel.remote.execution.v2.ExecuteResponse") + wire.text(2, response)
        yield wire.text(1, "operations/1") + wire.integer(3, 1) + wire.text(5, packed)

    cache.results.clear()
    cache.fakes["Execute"] = execute
    run = space.recipe("--remote", cache.address, "--execute", timeout=90)
    if not started.is_set():
        raise Skip("the client asked for no execution: the server's capabilities are not enough")
    if run.trouble():
        return run.trouble()
    if run.status == 0 and space.delivered() != space.good:
        return "the package has other bytes"
