"""Measures the cost of the store: delivery from it and from a remote cache, and a run with nothing to do."""
import shutil
import statistics
import subprocess
import sys
import tarfile
from hashlib import sha256

from measuring import measure
from packages import size
from servers import CacheServer

TURNS = 5
SOURCE = "int {name}_one(int left) {{ return left + 1; }}\n"
HEADER = "#ifndef {name}_h\n#define {name}_h\nint {name}_one(int left);\n#endif\n"
SCRIPT = """set -eu
mkdir -p "$DESTDIR$PREFIX/lib" "$DESTDIR$PREFIX/include"
$CC $CFLAGS -c "$SOURCE/{name}.c" -o {name}.o
$AR cr "$DESTDIR$PREFIX/lib/lib{name}.a" {name}.o
cp "$SOURCE/{name}.h" "$DESTDIR$PREFIX/include"
"""


def remove(*paths):
    subprocess.run(["rm", "-rf", *paths], check=True)


def measure_restore(program, library, store, folder, environment, Row):
    """Measures the delivery of a large, already built library from the store and from nginx."""
    if shutil.which("curl") is None:
        sys.exit("error: no curl to compare with\nhint: apt-get install curl")
    (folder / "server").mkdir()
    server = CacheServer(folder / "server")
    try:
        dist = folder / "dist"

        def build(output, store):
            return [program, "recipe", library, "-o", output, "--store", store]

        measure(build(dist, store), folder, environment, folder / "first.log", beside=True)
        share = [program, "warm", "--recipes", library, "--store", store, "--remote", server.address]
        measure(share, folder, environment, folder / "share.log", beside=True)
        total = size(dist)
        subprocess.run(["tar", "-cf", server.data / "one", "-C", dist, "."], check=True)
        runs = {"warm": [], "cp": [], "remote": [], "curl": []}
        # The benchmark removes no files between turns: for minutes ext4 inspects each recently removed inode before it
        # creates a file.
        for turn in map(str, range(TURNS)):
            commands = {
                "warm": build(folder / f"warm-{turn}", store),
                "cp": ["cp", "-r", dist, folder / f"copy-{turn}"],
                "remote": [*build(folder / f"remote-{turn}", folder / f"store-{turn}"), "--remote", server.address],
                "curl": ["curl", "-sf", "-o", folder / f"one-{turn}", f"{server.address}/one"],
            }
            for name, each in runs.items():
                each.append(measure(commands[name], folder, environment, folder / f"{name}.log", beside=True))
                print(f"  {name}: {each[-1].wall:.2f} s, others {each[-1].disturbance:.0%}", file=sys.stderr)
    finally:
        server.kill()
    wall = {name: min(run.wall for run in each) for name, each in runs.items()}
    # Ratios are of commands in one turn, which run right after each other, because the speed of memory and disk varies.
    local, remote = ratios(runs["warm"], runs["cp"]), ratios(runs["remote"], runs["curl"])
    files = sum(path.is_file() for path in dist.rglob("*"))
    system = subprocess.run(["stat", "-f", "-c", "%T", folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [
        Row("file system", system.strip()),
        Row(f"`xbuild recipe {library}`, {files} files, {total / 1e6:.0f} MB, from a warm store", f"{wall['warm']:.2f} s"),
        Row("`cp -r` of the same", f"{wall['cp']:.2f} s"),
        Row(f"`xbuild recipe` / `cp -r`, median of {TURNS}", median_and_range(local), "≤ 1.5", local[TURNS // 2] <= 1.5),
        Row("`xbuild recipe` with an empty store, from nginx on loopback", f"{wall['remote']:.2f} s"),
        Row("`curl` of the same bytes in one file", f"{wall['curl']:.2f} s"),
        Row(f"`xbuild recipe` / `curl`, median of {TURNS}", median_and_range(remote), "≤ 2.5", remote[TURNS // 2] <= 2.5),
    ]


def ratios(ours, theirs):
    return sorted(our.wall / their.wall for our, their in zip(ours, theirs))


def median_and_range(values):
    return f"{values[len(values) // 2]:.2f} ({values[0]:.2f} to {values[-1]:.2f})"


def recipe(name, digest, targets):
    return "\n".join([
        f"name: {name}", "summary: a generated library", "license: MIT", "versions:", "  1.0.0:",
        f"    sources: [{{ path: {name}.tar, sha256: {digest} }}]", "build:", "  system: script", "  steps:",
        "    install: [{ script: install.sh }]", f"targets: [{', '.join(targets)}]",
        f"products: {{ libraries: [lib{name}.a], headers: [{name}.h], module: {name} }}", "licenses: [COPYING]", "",
    ])


def generate_small(home, checkout, count, targets):
    """Writes a home folder with `count` libraries of one file each; returns their names."""
    shutil.copytree(checkout / "toolchains", home / "toolchains")
    for number in range(count):
        name = f"small{number:02}"
        source, place = home / "sources" / name, home / "recipes" / name
        source.mkdir(parents=True)
        place.mkdir(parents=True)
        (source / f"{name}.c").write_text(SOURCE.format(name=name))
        (source / f"{name}.h").write_text(HEADER.format(name=name))
        (source / "COPYING").write_text("Do as you like.\n")
        with tarfile.open(place / f"{name}.tar", "w") as archive:
            archive.add(source, name)
        (place / "install.sh").write_text(SCRIPT.format(name=name))
        digest = sha256((place / f"{name}.tar").read_bytes()).hexdigest()
        (place / "recipe.yaml").write_text(recipe(name, digest, targets))
    return [f"small{number:02}" for number in range(count)]


def measure_warm(program, checkout, folder, environment, Row):
    """Measures runs with nothing to do, for as many recipes as the checkout has and all targets served here."""
    count = len([path for path in (checkout / "recipes").iterdir() if (path / "recipe.yaml").exists()])
    output = subprocess.run([program, "targets"], env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    served = [line.split() for line in output.split("\n\n")[0].splitlines()]
    targets = [words[0] for words in served if words[-1] != "-"]
    home, store = folder / "home", folder / "store"
    names = generate_small(home, checkout, count, targets)
    settings = environment | {"XBUILD_HOME": str(home), "XBUILD_STORE": str(store)}
    deliver, check = [program, "recipe", *names, "-o", folder / "dist"], [program, "warm", "--check"]
    measure(deliver, folder, settings, folder / "first.log")
    steps = len(list((store / "ac").rglob("*/*")))
    found = {}
    for name, command in ("recipe", deliver), ("check", check):
        found[name] = sorted(measure(command, folder, settings, folder / f"{name}.log").wall * 1000 for _ in range(15))
    middle = {name: statistics.median(times) for name, times in found.items()}
    what = f"{count} small recipes, {len(targets)} targets, {steps:,} results"
    return [
        Row(f"`xbuild recipe` of {what}, nothing to do, median of 15", f"{middle['recipe']:.0f} ms", "< 300 ms",
            middle["recipe"] < 300),
        Row("`xbuild warm --check` of the same", f"{middle['check']:.0f} ms", "< 300 ms", middle["check"] < 300),
    ]
