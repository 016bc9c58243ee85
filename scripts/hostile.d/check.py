"""Packages of strangers that `xbuild check` and `xbuild diff` read."""
import io
import json
import os
import shutil
import stat
import zipfile
from pathlib import Path

from archive import GIGABYTE, zip_of_zeros
from core import MEGABYTE, Skip, attempt, require

TRIPLE = "x86_64-unknown-linux-gnu" if os.uname().machine == "x86_64" else "aarch64-unknown-linux-gnu"


def bundle(space, path, name="tool", artifact="tool", **more):
    """Writes an artifact bundle whose program is at a path."""
    space.write(f"{name}.artifactbundle/info.json", json.dumps({"schemaVersion": "1.0", "artifacts": {artifact: {
        "type": "executable", "version": "1.0.0", "variants": [{"path": path, "supportedTriples": [TRIPLE]}]}}}))
    place = space.path(f"{name}.artifactbundle")
    (place / "bin").mkdir(exist_ok=True)
    shutil.copy("/bin/true", place / "bin/tool")
    return place


def checked(space, package, **more):
    return space.run("check", package, timeout=more.pop("timeout", 60), **more)


def passes(space, evil, good):
    """Checks a good package, then a hostile one, which must not pass."""
    control = checked(space, good)
    require(control.status == 0, f"the good package does not pass: {control.text[-800:]}")
    run = checked(space, evil)
    return run.trouble(memory=400 * MEGABYTE) or ("the package passes" if run.status == 0 else None)


@attempt("a program at `../../../`", short=True)
def program(space):
    shutil.copy("/bin/true", space.path("outside"))
    good = bundle(space, "bin/tool", name="good")
    for path in ["../outside", "../../../../../../../../bin/true", "bin/../../outside", str(space.path("outside"))]:
        wrong = passes(space, bundle(space, path), good)
        if wrong:
            return f"`{path.replace(str(space.folder), 'SPACE')}`: {wrong}"


@attempt("a program that is a link out of the package")
def program_link(space):
    place = bundle(space, "bin/link")
    (place / "bin/link").symlink_to("/bin/true")
    return passes(space, place, bundle(space, "bin/tool", name="good"))


PLIST = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>AvailableLibraries</key><array><dict>
<key>LibraryIdentifier</key><string>{identifier}</string><key>LibraryPath</key><string>{path}</string>
<key>SupportedArchitectures</key><array><string>arm64</string></array><key>SupportedPlatform</key><string>ios</string>
</dict></array><key>CFBundlePackageType</key><string>XFWK</string>
<key>XCFrameworkFormatVersion</key><string>1.0</string></dict></plist>
"""


@attempt("LibraryIdentifier and LibraryPath with slashes", short=True)
def identifier(space):
    archive = space.write("outside/ios-arm64/libtiny.a", b"!<arch>\n")
    for name, path in [("../outside/ios-arm64", "libtiny.a"), (str(archive.parent), "libtiny.a"), ("ios-arm64", "../../outside/ios-arm64/libtiny.a"),
                       ("..", "outside/ios-arm64/libtiny.a")]:
        space.write("tiny.xcframework/Info.plist", PLIST.format(identifier=name, path=path))
        space.path("tiny.xcframework/ios-arm64").mkdir(exist_ok=True)
        run = checked(space, space.path("tiny.xcframework"))
        if run.status == 0 or run.trouble():
            return f"`{name}`: {run.trouble() or 'the package passes'}"


@attempt("an Info.plist nested 100,000 deep, and entities that grow", short=True)
def plist(space):
    laughs = "<!DOCTYPE plist [<!ENTITY a \"xxxxxxxxxx\">" + "".join(
        f"<!ENTITY {chr(98 + n)} \"{f'&{chr(97 + n)};' * 10}\">" for n in range(10)) + "]>"
    outside = space.write("secret.txt", space.secret)
    for text in ["<plist version=\"1.0\">" + "<array>" * 100_000 + "</array>" * 100_000 + "</plist>",
                 f"<?xml version=\"1.0\"?>{laughs}<plist version=\"1.0\"><string>&k;</string></plist>",
                 f"<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY x SYSTEM \"file://{outside}\">]>"
                 "<plist version=\"1.0\"><dict><key>AvailableLibraries</key><string>&x;</string></dict></plist>",
                 "bplist00" + "\xa1\x08" * 50]:
        space.write("tiny.xcframework/Info.plist", text.encode("latin-1"))
        run = checked(space, space.path("tiny.xcframework"))
        if space.secret in run.text:
            return "an external entity was read"
        if run.status == 0 or run.trouble(seconds=40, memory=400 * MEGABYTE):
            return run.trouble(seconds=40, memory=400 * MEGABYTE) or "the package passes"


@attempt("a JSON description nested 100,000 deep")
def nested(space):
    place = bundle(space, "bin/tool")
    (place / "info.json").write_text("[" * 100_000 + "]" * 100_000)
    run = checked(space, place)
    return run.trouble(seconds=40, memory=400 * MEGABYTE) or ("the package passes" if run.status == 0 else None)


def zipped(space, entries, name="tiny.zip"):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path, content, mode in entries:
            made = zipfile.ZipInfo(path)
            made.external_attr = mode << 16
            archive.writestr(made, content)
    return space.write(name, stream.getvalue())


@attempt("a zip that becomes 6 GB", short=True)
def bomb(space):
    file = space.write("bomb.zip", zip_of_zeros("tiny.artifactbundle/huge", GIGABYTE, 6))
    run = checked(space, file, timeout=90, environment={"TMPDIR": str(space.work)})
    return run.trouble(seconds=60, memory=200 * MEGABYTE) or ("the package passes" if run.status == 0 else None)


@attempt("a zip with 60,000 entries")
def entries(space):
    file = zipped(space, [(f"tiny.artifactbundle/{number}", b"", 0o100644) for number in range(60_000)])
    run = checked(space, file, environment={"TMPDIR": str(space.work)}, timeout=120)
    return run.trouble(seconds=100, memory=400 * MEGABYTE)


@attempt("a zip with `..`, absolute paths and links (zip slip)", short=True)
def slip(space):
    token = f"hostile-slip-{os.getpid()}"
    secret = space.write("secret.txt", space.secret)
    listed = [("../" * depth + token, b"x", 0o100644) for depth in range(1, 8)] + [(str(space.folder / token), b"x", 0o100644)]
    linked = [("tiny.artifactbundle/out", str(space.folder), stat.S_IFLNK | 0o777), (f"tiny.artifactbundle/out/{token}", b"x", 0o100644)]
    leak = [("tiny.artifactbundle/info.json", str(secret), stat.S_IFLNK | 0o777)]
    for entries in [listed, linked, leak]:
        file = zipped(space, entries)
        run = checked(space, file, environment={"TMPDIR": str(space.work)})
        require("tiny" in run.text, run.text[-500:])
        places = [parent / token for parent in [space.work, *space.work.parents, Path("/tmp")]]
        found = [path for path in places if path.exists()]
        for path in found:
            path.unlink()
        if found:
            return f"wrote {found[0]}"
        if space.secret in run.text or run.trouble():
            return run.trouble() or "the message has the secret"


@attempt("a package that is a fifo, and files in it that are", short=True)
def fifo(space):
    os.mkfifo(space.path("tiny.zip"))
    place = bundle(space, "bin/tool")
    (place / "info.json").unlink()
    os.mkfifo(place / "info.json")
    (space.path("big.artifactbundle")).mkdir()
    (space.path("big.artifactbundle") / "info.json").symlink_to("/dev/zero")
    for package in [space.path("tiny.zip"), place, space.path("big.artifactbundle")]:
        run = checked(space, package, timeout=30)
        if run.status == 0 or run.trouble(seconds=25, memory=400 * MEGABYTE):
            return f"{package.name}: {run.trouble(seconds=25, memory=400 * MEGABYTE) or 'the package passes'}"


@attempt("a folder that contains itself by a link", short=True)
def circle(space):
    space.path("circle").mkdir()
    (space.path("circle") / "again").symlink_to(space.path("circle"))
    run = checked(space, space.path("circle"), timeout=30)
    return run.trouble(seconds=25, memory=400 * MEGABYTE)


@attempt("a Package.swift that reads and writes the user's files", sandbox=True)
def manifest(space):
    if not shutil.which("swift", path=space.environment["PATH"]):
        raise Skip("swift is not installed")
    secret = space.write("user/private.txt", space.secret)
    space.write("evil/Package.swift", "// swift-tools-version: 5.9\nimport Foundation\nimport PackageDescription\n"
                f"let text = (try? String(contentsOfFile: \"{secret}\", encoding: .utf8)) ?? \"shut\"\n"
                f"try? \"x\".write(toFile: \"{space.folder}/written\", atomically: false, encoding: .utf8)\n"
                "let package = Package(name: \"evil-\" + text, targets: [.target(name: text)])\n")
    space.write("evil/Sources/shut/x.swift", "")
    run = checked(space, space.path("evil"), timeout=100)
    require("evil" in run.text or "shut" in run.text or run.status == 0, run.text[-800:])
    if space.secret in run.text:
        return "the manifest read a file of the user"
    return "the manifest wrote a file" if space.path("written").exists() else run.trouble(seconds=90)
