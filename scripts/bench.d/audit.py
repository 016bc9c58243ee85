"""Measures the audit of a static archive against two tools of LLVM that print the same facts."""
import subprocess
import sys
import time
from pathlib import Path

SIZE = 5_000_000
TURNS = 15


def make_archive(path):
    """Writes an archive of the first 5 MB of a real library's objects, with a symbol table."""
    ask = ["pkg-config", "--variable=libdir", "libcrypto"]
    folder = subprocess.run(ask, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    whole = Path(folder, "libcrypto.a").read_bytes()
    end = 8
    while end < len(whole) and end < SIZE:
        end += 60 + int(whole[end + 48:end + 58])
        end += end % 2
    path.write_bytes(whole[:end])
    subprocess.run(["llvm-ranlib-22", path], check=True)


def seconds(command):
    started = time.monotonic()
    status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    if status != 0:
        sys.exit(f"error: `{' '.join(map(str, command))}` failed with {status}")
    return time.monotonic() - started


def measure_audit(program, folder, Row):
    archive = folder / "libcrypto.a"
    make_archive(archive)
    commands = {
        "audit": [program, "audit", archive, "--json"],
        "nm": ["llvm-nm-22", archive],
        "headers": ["llvm-readobj-22", "--file-headers", "--sections", archive],
        "all": ["llvm-readobj-22", "--file-headers", "--sections", "--relocations", archive],
    }
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(TURNS):
        for name, command in commands.items():
            best[name] = min(best[name], seconds(command))
    members = subprocess.run(["llvm-ar-22", "t", archive], check=True, stdout=subprocess.PIPE).stdout.count(b"\n")
    ratio = (best["nm"] + best["all"]) / best["audit"]
    less = (best["nm"] + best["headers"]) / best["audit"]
    return [
        Row(f"`xbuild audit` of {members} objects, {archive.stat().st_size / 1e6:.1f} MB",
            f"{best['audit'] * 1000:.0f} ms"),
        Row("`llvm-nm`", f"{best['nm'] * 1000:.0f} ms"),
        Row("`llvm-readobj --file-headers --sections --relocations`", f"{best['all'] * 1000:.0f} ms"),
        Row("`llvm-nm` and `llvm-readobj` / `xbuild audit`", f"{ratio:.1f}", "≥ 5", ratio >= 5),
        Row("the same ratio without `--relocations`", f"{less:.1f}"),
    ]
