"""A library of one file that builds in a second, and the changes that attempts make to its recipe and archive."""
import io
import os
import tarfile
from hashlib import sha256

from core import REACHED

SOURCES = {
    "tiny.h": "#ifndef tiny_h\n#define tiny_h\nint tiny_one(int left);\n#endif\n",
    "one.c": "#include \"tiny.h\"\nint tiny_one(int left) { return left + 1; }\n",
    "COPYING": "Do as you like.\n",
}
TARGET = "linux-gnu-aarch64" if os.uname().machine == "aarch64" else "linux-gnu-x86_64"
# No sysroot has to be made for it. The folder stands for a sysroot that targets share.
TOOLCHAIN = """\
name: linux-gnu
summary: a small toolchain
host: linux
targets:
  - {{ platform: linux, environment: gnu, architecture: [x86_64, arm64] }}
settings:
  - tools:
      cc: {{ try: clang }}
      ar: {{ try: ["${{bin}}/llvm-ar", llvm-ar-19, llvm-ar] }}
      ranlib: {{ try: ["${{bin}}/llvm-ranlib", llvm-ranlib-19, llvm-ranlib] }}
      nm: {{ try: ["${{bin}}/llvm-nm", llvm-nm-19, llvm-nm] }}
      ld: {{ try: ["${{bin}}/ld.lld", ld.lld-19, ld.lld] }}
      make: {{ try: make }}
      shell: {{ try: [/bin/dash, /bin/sh] }}
    sysroot: {sysroot}
    driver: ["--target=${{triple}}"]
    cflags: [-O2, -fPIC]
    prefix-map: ["-ffile-prefix-map="]
    variables: {{ ZERO_AR_DATE: "1" }}
    host-triple: ${{cpu}}-linux-gnu
    build-triple: ${{host-cpu}}-linux-gnu
    run: []
{more}"""
BUILD = f"set -eu\necho {REACHED}\n{{attack}}\n$CC $CFLAGS $CPPFLAGS -c $SOURCE/one.c\n$AR cr libtiny.a one.o\n"
INSTALL = ("set -eu\nmkdir -p $DESTDIR$PREFIX/lib $DESTDIR$PREFIX/include\ncp libtiny.a $DESTDIR$PREFIX/lib\n"
           "cp $SOURCE/tiny.h $DESTDIR$PREFIX/include\n{attack}\n")


def toolchain(space, sysroot="none", more="", changes=()):
    """Writes the toolchain file. `changes` are pairs of old and new text."""
    text = TOOLCHAIN.format(sysroot=sysroot, more=more)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    space.write("home/toolchains/linux-gnu.yaml", text)


def plain_entries(sources=None, root="tiny-1.0.0"):
    """Returns entries of a good archive: pairs of a TarInfo and its bytes."""
    entries = []
    for name, text in {**SOURCES, **(sources or {})}.items():
        content = text if isinstance(text, bytes) else text.encode()
        entry = tarfile.TarInfo(f"{root}/{name}")
        entry.size = len(content)
        entries.append((entry, content))
    return entries


def tar(entries, mode="w"):
    """Returns the bytes of an archive."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode, format=tarfile.PAX_FORMAT) as archive:
        for entry, content in entries:
            archive.addfile(entry, io.BytesIO(content) if content is not None else None)
    return stream.getvalue()


def write(space, build="", install="", archive=None, archive_name="tiny.tar", source=None, sources=None, files=None,
          scripts=None, name="tiny", **keys):
    """Writes the recipe of the library. `build` and `install` are shell commands that the scripts also run.

    `keys` replace texts of the recipe: summary, tools, settings (lines below `build:`), products, versions, more.
    """
    place = f"home/recipes/{name}"
    archive = archive if archive is not None else tar(plain_entries(sources))
    if archive_name:
        space.write(f"{place}/{archive_name}", archive)
    source = source or f"path: {archive_name}, sha256: {sha256(archive).hexdigest()}"
    scripts = {"build.sh": BUILD.format(attack=build), "install.sh": INSTALL.format(attack=install), **(scripts or {})}
    for file, text in {**scripts, **(files or {})}.items():
        space.write(f"{place}/{file}", text)
    names = "".join(f"  files: [{', '.join(files)}]\n" if files else "")
    text = keys.get("text") or "\n".join(filter(None, [
        keys.get("head"),
        f"name: {keys.get('named', name)}",
        f"summary: {keys.get('summary', 'a library for attempts')}",
        f"license: MIT\nversions:\n  1.0.0:\n    sources: [{{ {source} }}]",
        keys.get("patches"),
        f"build:\n  system: script\n{names}  tools: [{keys.get('tools', 'python3')}]",
        keys.get("settings"),
        "  steps:",
        keys.get("steps") or "    build: [{ script: build.sh }]\n    install: [{ script: install.sh }]",
        f"targets: [{keys.get('targets', TARGET)}]",
        "products: " + keys.get("products", "{ libraries: [libtiny.a], headers: [tiny.h], module: tiny }"),
        keys.get("more"),
        "licenses: [COPYING]",
        "",
    ]))
    return space.write(f"{place}/recipe.yaml", text)


def python(script):
    """Returns a shell command that runs a file of `files:` with Python."""
    return f"python3 $FILES/{script}"
