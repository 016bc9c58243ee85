"""Generates recipes for the benchmark `plan`: each library above the lowest layer has three dependencies."""
import random
import shutil
import tarfile
from hashlib import sha256

# The graph is as deep as those of real libraries, so the transitive dependencies of a library do not grow with the
# number of recipes.
LAYERS = 4
NEEDED = 3

TOOLCHAIN = """\
name: zz-bench
summary: clang alone, for targets that no other toolchain builds for
host: linux
targets:
  - { platform: [linux, windows] }
settings:
  - tools:
      cc: clang
      ar: { try: ["${bin}/llvm-ar", llvm-ar] }
      ranlib: { try: ["${bin}/llvm-ranlib", llvm-ranlib] }
      nm: { try: ["${bin}/llvm-nm", llvm-nm] }
      make: make
    sysroot: none
    driver: ["--target=${triple}"]
    cflags: [-O2]
    host-triple: ${cpu}-linux-gnu
    build-triple: ${host-cpu}-linux-gnu
"""


def generate(home, checkout, count):
    """Writes a home folder with recipes; returns their names."""
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(checkout / "toolchains", home / "toolchains")
    (home / "toolchains/zz-bench.yaml").write_text(TOOLCHAIN)
    archive = home / "archive.tar"
    with tarfile.open(archive, "w"):
        pass
    digest = sha256(archive.read_bytes()).hexdigest()
    chance = random.Random(count)
    names = [f"library-{number:04}" for number in range(count)]
    layers = [names[index * count // LAYERS:(index + 1) * count // LAYERS] for index in range(LAYERS)]
    for level, layer in enumerate(layers):
        lower = [name for each in layers[:level] for name in each]
        for name in layer:
            folder = home / "recipes" / name
            folder.mkdir(parents=True)
            (folder / "recipe.yaml").write_text(recipe(name, digest, chance.sample(lower, NEEDED) if lower else []))
    return names


def recipe(name, digest, needed):
    module = name.replace("-", "_")
    depends = [f"depends: [{', '.join(needed)}]"] if needed else []
    return "\n".join([
        f"name: {name}", "summary: a generated library", "license: MIT", "versions:",
        *(line for version in ("1.0.0", "1.1.0") for line in (
            f"  {version}:", f"    sources: [{{ url: https://example.org/{name}-{version}.tar, sha256: {digest} }}]")),
        "build:", "  system: autotools", "  configure: [--disable-shared, --enable-static, --disable-programs]",
        "options:", "  threads:", "    summary: threads", "    default: true", "    on: --enable-threads",
        "    off: --disable-threads", *depends, "when:", "  - platform: linux", "    cflags: -fPIC", "targets: [ios]",
        f"products: {{ libraries: [lib{name}.a], headers: [{name}.h], module: {module} }}", "licenses: [COPYING]", "",
    ])
