"""Builds the readers, the functions that call them for each format, and libFuzzer into one program."""
import hashlib
import subprocess
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parent.parent.parent
FUZZ = CHECKOUT / ".build/fuzz"
PARTS = CHECKOUT / "scripts/fuzz.d"
BODIES = [CHECKOUT / f"Tests/{name}Tests/Fuzzing" for name in ("ObjectFiles", "Checking", "Remote", "Patching")]


class Module(NamedTuple):
    """A module's sources as paths below Sources, the modules that it imports, and a file to leave out."""
    name: str
    sources: list
    imports: list = []
    without: str = ""


# The modules in the order of their imports. Of a module that imports further modules, only the readers are built.
MODULES = [
    Module("ObjectFiles", ["ObjectFiles"]), Module("Basics", ["Basics"]), Module("Targets", ["Targets"]),
    Module("ModuleMaps", ["ModuleMaps"], ["Basics", "Targets"]), Module("Packages", ["Packages"], ["Basics", "Targets"]),
    Module("Checking", ["Checking"], ["Basics", "ModuleMaps", "ObjectFiles", "Packages", "Targets"],
           without="PackageFiles+Disk.swift"),
    Module("Patching", ["Patching/Model", "Patching/Reading"], ["Basics"]),
    Module("Remote", ["Remote/GRPC/GRPCFrames.swift"]),
]

# The readers of formats other than object files.
READERS = {
    "plist-xml": ["Checking"], "plist-binary": ["Checking"], "pkg-config": ["Checking", "Packages"],
    "module-map": ["ModuleMaps"], "headers": ["ModuleMaps/Interface"], "grpc": ["Remote/GRPC/GRPCFrames.swift"],
    "patch": ["Patching/Model", "Patching/Reading"],
}


def below_sources(names):
    return [CHECKOUT / "Sources" / name for name in names]


def readers_version(name):
    """Returns the commit that last changed a format's readers; with a plus if there are uncommitted changes."""
    git, paths = ["git", "-C", str(CHECKOUT)], below_sources(READERS.get(name, ["ObjectFiles"]))
    commit = subprocess.check_output([*git, "log", "-1", "--format=%h", "--", *paths], text=True).strip()
    return commit + ("+" if subprocess.call([*git, "diff", "--quiet", "HEAD", "--", *paths]) else "")


# MARK: Building

SWIFT = ["swiftc", "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny",
         "-enable-upcoming-feature", "MemberImportVisibility"]


class Build:
    """One build of the program; unchanged parts are kept."""

    def __init__(self):
        self.folder = FUZZ / "program"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.digests = {}

    def program(self):
        for module in MODULES:
            self.compile(module)
        bodies = [path for folder in [*BODIES, PARTS] for path in sorted(folder.glob("*.swift"))]
        header = PARTS / "meter.h"
        # Only the readers are instrumented; instrumenting the harness would cost as much again.
        self.make("fuzz", [*bodies, header], [module.name for module in MODULES], [
            *SWIFT, "-sanitize=address", "-module-name", "fuzz", "-I", self.folder, "-import-objc-header", header, "-c",
            *bodies, "-o", self.folder / "fuzz.o"])
        self.make("meter", [PARTS / "meter.c", header], [], [
            "clang", "-O2", "-Wall", "-Werror", "-c", PARTS / "meter.c", "-o", self.folder / "meter.o"])
        objects = [self.folder / f"{name}.o" for name in self.digests]
        program = self.folder / "program"
        self.make("program", [], list(self.digests), [
            "swiftc", "-sanitize=fuzzer,address", "-use-ld=lld", *objects, "-o", program])
        return program

    def compile(self, module):
        sources = [path for top in below_sources(module.sources) for path in sorted(top.rglob("*.swift")) or [top]]
        sources = [path for path in sources if path.name != module.without]
        self.make(module.name, sources, module.imports, [
            *SWIFT, "-sanitize=fuzzer,address", "-enable-testing", "-module-name", module.name, "-I", self.folder,
            "-emit-module", "-emit-module-path", self.folder / f"{module.name}.swiftmodule", "-c", *sources, "-o",
            self.folder / f"{module.name}.o"])

    def make(self, name, sources, imports, words):
        """Runs a command if its sources, its arguments or its imports have changed since the last time."""
        words = [str(word) for word in words]
        parts = [path.read_bytes() for path in sources] + [self.digests[each].encode() for each in imports]
        self.digests[name] = hashlib.sha256(b"\0".join(parts + [" ".join(words).encode()])).hexdigest()
        stamp = self.folder / f"{name}.digest"
        if stamp.exists() and stamp.read_text() == self.digests[name]:
            return
        stamp.unlink(missing_ok=True)
        subprocess.run(words, check=True)
        stamp.write_text(self.digests[name])
