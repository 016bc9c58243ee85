"""Source archives that leave their folder, claim other sizes than they have, or grow without end."""
import gzip
import io
import os
import struct
import tarfile
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import library
from core import MEGABYTE, attempt, require

GIGABYTE = 1_000 * MEGABYTE


def entry(name, kind=tarfile.REGTYPE, link="", content=b"", mode=0o644):
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.size, made.mode = kind, link, len(content), mode
    return made, content or None


def built(space, archive, name="tiny.tar", **more):
    """Builds the library from an archive. The run must have come as far as the archive, whose digest is right."""
    timeout = more.pop("timeout", 90)
    library.write(space, archive=archive, archive_name=name, **more)
    run = space.recipe(timeout=timeout)
    require(run.ended or run.status in (0, 1, 3, 4, 70), f"status {run.status}: {run.text[-800:]}")
    require("sha256" not in run.text.lower() and "no such file" not in run.text.lower(), run.text[-800:])
    return run


def extended(*more):
    return library.tar([*library.plain_entries(), *more])


def escaped(space, run, token):
    """Returns where a file with this name appeared outside of the archive's folder."""
    places = [parent / token for parent in [*space.store.parents, space.store, space.home, space.work]]
    found = [place for place in places if place.exists()]
    for place in found:
        place.unlink()
    return f"wrote {found[0]}" if found else run.trouble()


@attempt("a path with `..`", short=True)
def parents(space):
    token = f"hostile-parent-{os.getpid()}"
    entries = [entry("tiny-1.0.0/" + "../" * depth + token, content=b"x") for depth in range(1, 12)]
    return escaped(space, built(space, extended(*entries)), token)


@attempt("an absolute path", short=True)
def absolute(space):
    token = f"hostile-absolute-{os.getpid()}"
    made = entry("x", content=b"x")
    made[0].name = str(space.folder / token)
    return escaped(space, built(space, extended(made)), token)


@attempt("a file through an earlier link", short=True)
def through_link(space):
    token = f"hostile-link-{os.getpid()}"
    entries = [entry("tiny-1.0.0/out", tarfile.SYMTYPE, str(space.folder)),
               entry(f"tiny-1.0.0/out/{token}", content=b"x"),
               entry("tiny-1.0.0/up", tarfile.SYMTYPE, "../../../../.."),
               entry(f"tiny-1.0.0/up/{token}", content=b"x")]
    return escaped(space, built(space, extended(*entries)), token)


@attempt("hard links to files of the machine", short=True)
def hard_link(space):
    secret = space.write("secret.txt", space.secret)
    run = built(space, extended(entry("tiny-1.0.0/leak", tarfile.LNKTYPE, str(secret)),
                                entry("tiny-1.0.0/leak2", tarfile.LNKTYPE, "../" * 12 + str(secret)[1:])),
                build="cat $SOURCE/leak $SOURCE/leak2 || :")
    return "a build script reads the linked file" if space.secret in run.text else run.trouble()


@attempt("devices and a fifo")
def devices(space):
    device = entry("tiny-1.0.0/device", tarfile.CHRTYPE)
    device[0].devmajor, device[0].devminor = 1, 5
    run = built(space, extended(device, entry("tiny-1.0.0/fifo", tarfile.FIFOTYPE)),
                build="if [ -c $SOURCE/device ] || [ -p $SOURCE/fifo ]; then echo @@odd=yes; fi")
    return "a build script sees the device" if run.marks().get("odd") else run.trouble(seconds=60)


@attempt("setuid and setgid files")
def setuid(space):
    run = built(space, extended(entry("tiny-1.0.0/tool", content=b"#!/bin/sh\n", mode=0o6755)),
                build="if [ -u $SOURCE/tool ] || [ -g $SOURCE/tool ]; then echo @@odd=yes; fi",
                install="cp -p $SOURCE/tool $DESTDIR$PREFIX/lib/tool; chmod 6755 $DESTDIR$PREFIX/lib/tool || :")
    kept = [file for place in [space.dist, space.store] for file in place.rglob("*")
            if not file.is_symlink() and file.is_file() and file.stat().st_mode & 0o6000]
    if run.marks().get("odd") or kept:
        return f"{kept or 'the unpacked file'} has the bits"
    return run.trouble()


def zeros(header, total, chunk=64 * 1024 * 1024):
    """Returns a gzip file of a text and zeros: members of a file are joined, so one chunk is compressed once."""
    member = gzip.compress(bytes(chunk), 1)
    return gzip.compress(header) + member * (total // chunk)


def tar_header(name, size):
    made = tarfile.TarInfo(name)
    made.size = size
    return made.tobuf(tarfile.GNU_FORMAT)


@attempt("28 MB that become 6 GB (gzip)", short=True)
def bomb(space):
    size = 6 * 1024**3
    run = built(space, zeros(tar_header("tiny-1.0.0/huge", size), size), "tiny.tar.gz", timeout=100)
    return run.trouble(seconds=60, memory=200 * MEGABYTE) or ("the run succeeded" if run.status == 0 else None)


@attempt("a zip that becomes 6 GB", short=True)
def zip_bomb(space):
    run = built(space, zip_of_zeros("tiny-1.0.0/huge", GIGABYTE, 6), "tiny.zip", timeout=100)
    return run.trouble(seconds=60, memory=200 * MEGABYTE) or ("the run succeeded" if run.status == 0 else None)


@attempt("a zip whose sizes are wrong")
def false_zip(space):
    run = built(space, zip_of_zeros("tiny-1.0.0/huge", GIGABYTE, 1, claimed=10), "tiny.zip", timeout=60)
    return run.trouble(seconds=50, memory=200 * MEGABYTE) or ("the run succeeded" if run.status == 0 else None)


def zip_of_zeros(name, size, count, claimed=None):
    """Returns a zip with files of zeros. The deflated chunk is repeated: a full flush makes it independent."""
    chunk = 64 * 1024 * 1024
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(chunk)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = piece * (size // chunk) + b"\x03\x00"
    size = size // chunk * chunk
    claimed = size if claimed is None else claimed
    out, directory = io.BytesIO(), b""
    for number in range(count):
        path = f"{name}{number}".encode()
        fields = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x21, 0, len(data), claimed, len(path), 0)
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + fields + struct.pack("<HHHII", 0, 0, 0, 0o644 << 16, out.tell()) + path
        out.write(b"PK\x03\x04" + fields + path + data)
    start = out.tell()
    out.write(directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), start, 0))
    return out.getvalue()


@attempt("a sparse file of 3 GB (GNU tar)")
def sparse(space):
    made = tarfile.TarInfo("tiny-1.0.0/huge")
    block = bytearray(made.tobuf(tarfile.GNU_FORMAT))
    block[156:157] = b"S"
    block[386:410] = b"%011o\0" % 0 + b"%011o\0" % 0
    block[483:495] = b"%011o\0" % (3 * GIGABYTE)
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    plain = library.tar(library.plain_entries())
    run = built(space, bytes(block) + plain, timeout=100)
    return run.trouble(seconds=90, memory=200 * MEGABYTE)


@attempt("100,000 entries")
def many(space):
    names = [f"tiny-1.0.0/{number}" for number in range(100_000)]
    archive = gzip.compress(b"".join(tarfile.TarInfo(name).tobuf(tarfile.USTAR_FORMAT) for name in names), 1)
    run = built(space, archive, "tiny.tar.gz", timeout=150)
    return run.trouble(seconds=120, memory=600 * MEGABYTE)


@attempt("10,000 nested folders")
def nested(space):
    run = built(space, extended(entry("tiny-1.0.0/" + "d/" * 10_000 + "file", content=b"x")), timeout=60)
    return run.trouble(seconds=50, memory=400 * MEGABYTE)


@attempt("a truncated archive")
def truncated(space):
    run = built(space, gzip.compress(extended())[:-40], "tiny.tar.gz")
    return run.trouble() or ("the run succeeded" if run.status == 0 else None)


@attempt("a gzip stream that never ends within a header")
def endless_header(space):
    # A pax header of 3 GB: readers that gather it in memory.
    made = tarfile.TarInfo("././@PaxHeader")
    made.type, made.size = tarfile.XHDTYPE, 3 * 1024**3
    run = built(space, zeros(made.tobuf(tarfile.USTAR_FORMAT), made.size), "tiny.tar.gz", timeout=100)
    return run.trouble(seconds=60, memory=200 * MEGABYTE) or ("the run succeeded" if run.status == 0 else None)


class Files:
    """A server on loopback with some files; counts requests. `answer` may take the place of a file."""

    def __init__(self, space, files, answer=None):
        requests = self.requests = []

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                requests.append((self.path, dict(self.headers)))
                if answer:
                    return answer(self)
                content = files.get(self.path)
                self.send_response(200 if content is not None else 404)
                self.send_header("Content-Length", str(len(content or b"")))
                self.end_headers()
                self.wfile.write(content or b"")

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        space.servers.append(self)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def downloaded(space, files, archive=None, answer=None, **more):
    server = Files(space, files, answer)
    archive = archive or library.tar(library.plain_entries())
    digest = library.sha256(archive).hexdigest()
    library.write(space, archive=archive, archive_name=None,
                  source=f"url: \"{server.address}/tiny.tar\", sha256: {digest}", **more)
    return server


@attempt("a server with other bytes than the pinned ones", short=True)
def other_bytes(space):
    evil = library.tar(library.plain_entries({"one.c": "int tiny_one(int left) { return 666; }\n"}))
    server = downloaded(space, {"/tiny.tar": evil})
    run = space.recipe(timeout=60)
    require(server.requests, run.text[-800:])
    return "the run succeeded" if run.status == 0 else run.trouble()


@attempt("a poisoned mirror (XBUILD_MIRROR)", short=True)
def mirror(space):
    good = library.tar(library.plain_entries())
    server = downloaded(space, {"/tiny.tar": good})
    space.empty_store()
    fetched = space.run("fetch", "tiny", "--into", space.path("mirror"))
    poisoned = [file for file in space.path("mirror").rglob("*") if file.is_file() and file.read_bytes() == good]
    require(poisoned, fetched.text[-800:])
    evil = library.tar(library.plain_entries({"one.c": "int tiny_one(int left) { return 666; }\n"}))
    for file in poisoned:
        file.chmod(0o644)
        file.write_bytes(evil)
    space.empty_store()
    before = len(server.requests)
    run = space.recipe(environment={"XBUILD_MIRROR": str(space.path("mirror"))})
    require(run.status == 0 or run.status == 4, run.text[-800:])
    if run.status == 0 and space.delivered() != space.good and len(server.requests) == before:
        return "the package was built from the mirror's bytes"
    return run.trouble()


@attempt("a download that never ends", short=True)
def endless_body(space):
    def answer(request):
        request.send_response(200)
        request.end_headers()
        try:
            while True:
                request.wfile.write(bytes(1_000_000))
        except OSError:
            pass

    server = downloaded(space, {}, answer=answer)
    run = space.recipe(timeout=100)
    require(server.requests, run.text[-800:])
    if "redirect" in run.text.lower():
        return f"the message names a wrong cause: {run.last()}"
    return run.trouble(seconds=80, memory=200 * MEGABYTE) or ("the run succeeded" if run.status == 0 else None)


@attempt("a download redirected to a file of the machine")
def redirected(space):
    good = library.tar(library.plain_entries())
    file = space.write("local.tar", good)

    def answer(request):
        request.send_response(302)
        request.send_header("Location", f"file://{file}")
        request.end_headers()

    server = downloaded(space, {}, archive=good, answer=answer)
    space.empty_store()
    run = space.recipe(timeout=60)
    require(server.requests, run.text[-800:])
    return "the file was read" if run.status == 0 else run.trouble()


@attempt("a download that expands to 6 GB by Content-Encoding")
def encoded(space):
    body = zeros(b"", 6 * 1024**3)

    def answer(request):
        request.send_response(200)
        request.send_header("Content-Encoding", "gzip")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        try:
            request.wfile.write(body)
        except OSError:
            pass

    server = downloaded(space, {}, answer=answer)
    run = space.recipe(timeout=90)
    require(server.requests, run.text[-800:])
    return run.trouble(seconds=60, memory=200 * MEGABYTE) or ("the run succeeded" if run.status == 0 else None)
