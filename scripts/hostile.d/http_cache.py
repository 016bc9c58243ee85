"""HTTP caches that send other bytes, endless bytes, or the client to other places."""
import os
import time

import wire
from archive import zeros
from cache import Cache, filled, harmless
from core import attempt


def faked(space, area, fake, **more):
    """Builds with a filled cache that answers falsely for `/ac/` or `/cas/` or both. `fake` gets the request and true bytes."""
    cache = filled(space)
    count = [0]

    def answer(request):
        if request.command != "GET" or not request.path.startswith(area) or request.path not in cache.blobs:
            return False
        count[0] += 1
        fake(request, cache.blobs[request.path])
        return True

    cache.fake = answer
    return harmless(space, cache.address, hit=lambda: count[0], **more)


def flipped(content):
    return content[:-1] + bytes([content[-1] ^ 1]) if content else b"x"


@attempt("blobs with other bytes", short=True)
def other_bytes(space):
    return faked(space, "/cas/", lambda request, content: request.answer(flipped(content)))


@attempt("truncated blobs and results")
def truncated(space):
    return faked(space, "/", lambda request, content: request.answer(content[:len(content) // 2]))


@attempt("results of other actions", short=True)
def exchanged(space):
    cache = filled(space)
    names = cache.results()
    texts = [cache.blobs[name] for name in names]
    cache.blobs.update(zip(names, texts[1:] + texts[:1]))
    return harmless(space, cache.address, hit=lambda: any(path in names for path in cache.gets))


@attempt("results that are random bytes, and pages of HTML with status 200")
def pages(space):
    return faked(space, "/", lambda request, content: request.answer(b"<html>sign in</html>" if content[:1] < b"t" else os.urandom(300)))


def stream(request, piece, pause=0.0, seconds=100):
    request.send_response(200)
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    started = time.monotonic()
    while time.monotonic() - started < seconds:
        request.wfile.write(b"%x\r\n" % len(piece) + piece + b"\r\n")
        time.sleep(pause)


@attempt("results without an end")
def endless_results(space):
    return faked(space, "/ac/", lambda request, _: stream(request, bytes(1_000_000)), timeout=150, seconds=140)


@attempt("blobs without an end")
def endless_blobs(space):
    return faked(space, "/cas/", lambda request, _: stream(request, bytes(1_000_000)), timeout=150, seconds=140)


@attempt("one byte per second")
def slow(space):
    return faked(space, "/", lambda request, _: stream(request, b"x", pause=1), timeout=150, seconds=140)


@attempt("answers that expand to 6 GB by Content-Encoding (gzip)", short=True)
def encoded(space):
    body = zeros(b"", 6 * 1024**3)
    return faked(space, "/", lambda request, _: request.answer(body, Content_Encoding="gzip"), timeout=150, seconds=140)


@attempt("redirects without an end")
def circle(space):
    return faked(space, "/", lambda request, _: request.answer(b"", 302, Location=request.path))


@attempt("redirects to files of the machine")
def file(space):
    secret = space.write("secret.txt", space.secret)
    broken = faked(space, "/", lambda request, _: request.answer(b"", 302, Location=f"file://{secret}"))
    if broken:
        return broken
    found = [path for path in (space.store / "cas").rglob("*") if path.is_file() and space.secret.encode() in path.read_bytes()]
    return f"the store has the secret: {found[0].name}" if found else None


@attempt("redirects to another host get no credentials", short=True)
def credentials(space):
    other = Cache(space)
    token = "hostile-token-5f3a"
    broken = faked(space, "/", lambda request, _: request.answer(
        b"", 302, Location=other.address.replace("127.0.0.1", "localhost") + request.path),
        environment={"XBUILD_REMOTE_TOKEN": token})
    if any(token in str(headers) for headers in other.headers):
        return "another host got the token"
    return broken


@attempt("a reason phrase with control characters")
def reason(space):
    def fake(request, _):
        request.wfile.write(b"HTTP/1.1 500 \x1b]0;HOSTILE\x07\r\nContent-Length: 0\r\n\r\n")

    cache = filled(space)
    count = [0]

    def answer(request):
        count[0] += 1
        fake(request, None)
        return True

    cache.fake = answer
    run = space.recipe("--remote", cache.address, tty=True, timeout=90)
    if b"\x1b]0;HOSTILE" in run.out:
        return "the terminal got the characters"
    return run.trouble()


def forged(space, change):
    """Changes each result of the cache; the binding to its action stays."""
    cache = filled(space)
    for name in cache.results():
        cache.blobs[name] = change(cache.blobs[name], cache)
    return harmless(space, cache.address, hit=lambda: any(name in cache.gets for name in cache.results()))


@attempt("a result with a path out of the package", short=True)
def path_out(space):
    token = f"hostile-remote-{os.getpid()}"
    broken = forged(space, lambda content, cache: content + wire.text(
        2, wire.text(1, "../" * 6 + token) + wire.text(2, cache.put(b"hostile"))))
    found = [parent / token for parent in [*space.store.parents, space.store] if (parent / token).exists()]
    for path in found:
        path.unlink()
    return f"wrote {found[0]}" if found else broken


@attempt("a result with links out of the package")
def link_out(space):
    return forged(space, lambda content, _: content + wire.text(
        12, wire.text(1, "extra") + wire.text(2, "/etc/passwd")))


@attempt("a result with negative and huge sizes")
def sizes(space):
    huge = wire.text(1, "0" * 64) + wire.integer(2, 2**63 - 1)
    negative = wire.text(1, "1" * 64) + wire.integer(2, 2**64 - 5)
    return forged(space, lambda content, _: content + wire.text(6, huge) if len(content) % 2 else
                  content + wire.text(2, wire.text(1, "x") + wire.text(2, negative)))


@attempt("a folder that contains itself, and a tree of 10,000 levels")
def deep(space):
    def change(content, cache):
        folder = cache.put(b"")
        for _ in range(3000):
            folder = cache.put(wire.text(2, wire.text(1, "d") + wire.text(2, folder)))
        tree = cache.put(wire.text(1, wire.text(2, wire.text(1, "d") + wire.text(2, folder))))
        return content + wire.text(3, wire.text(1, "deep") + wire.text(3, tree) + wire.text(5, folder))

    return forged(space, change)
