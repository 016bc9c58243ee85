"""Removes one guard at a time from a copy of the sources, builds it, and expects the rows of the patch to be broken.

A patch begins with lines `as: COLUMN` and `row: TITLE`; a diff of one line follows. The first build of the copy takes
as long as `scripts/build`, and later ones compile what a patch changes.
"""
import os
import shutil
import subprocess
from pathlib import Path

PATCHES = Path(__file__).parent / "patches"


def head(patch):
    """Returns the column and the rows that a patch names."""
    lines = patch.read_text().split("\n\n")[0].splitlines()
    words = [line.partition(": ")[::2] for line in lines]
    return dict(words)["as"], [row for key, row in words if key == "row"]


def copied(checkout, place):
    """Makes or refreshes the copy; its build folder stays."""
    if not (place / ".git").exists():
        subprocess.run(["git", "clone", "--quiet", "--shared", checkout, place], check=True)
    commit = subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], stdout=subprocess.PIPE, text=True, check=True)
    subprocess.run(["git", "-C", place, "fetch", "--quiet", "origin"], check=True)
    subprocess.run(["git", "-C", place, "checkout", "--quiet", "--force", commit.stdout.strip()], check=True)
    build = place / ".build"
    build.mkdir(exist_ok=True)
    # The packages that SwiftPM has already fetched for the checkout.
    for name in ["checkouts", "repositories", "artifacts", "workspace-state.json"]:
        if (checkout / ".build" / name).exists() and not (build / name).exists():
            subprocess.run(["cp", "-a", checkout / ".build" / name, build / name], check=True)
    for name in ["Package.resolved"]:
        if (checkout / name).exists():
            shutil.copy(checkout / name, place / name)


def turns_red(patch, checkout, place, script):
    """Returns whether the rows of a patch are broken without the guard."""
    column, rows = head(patch)
    copied(checkout, place)
    applied = subprocess.run(["git", "-C", place, "apply", "--unidiff-zero", patch])
    if applied.returncode != 0:
        print(f"error: {patch.name} does not apply", flush=True)
        return False
    built = subprocess.run([place / "scripts/build"], stdout=subprocess.DEVNULL)
    if built.returncode != 0:
        print(f"error: the sources with {patch.name} do not build", flush=True)
        return False
    good = True
    for row in rows:
        done = subprocess.run([script, "--program", place / ".build/release/xbuild", "--as", column, "--only", row],
                              stdout=subprocess.PIPE, text=True)
        red = any(line.startswith("BROKEN") for line in done.stdout.splitlines())
        print(f"{'red' if red else 'NOT RED':8} {patch.stem}: {row}", flush=True)
        good = good and red
    return good


def main(checkout, script, only=None):
    place = checkout / ".build/hostile-patched"
    place.mkdir(parents=True, exist_ok=True)
    if not os.listdir(place):
        place.rmdir()
    patches = [patch for patch in sorted(PATCHES.glob("*.patch")) if not only or any(text in patch.stem for text in only)]
    good = [turns_red(patch, checkout, place, script) for patch in patches]
    print(f"{sum(good)} of {len(good)} patches turn their rows red")
    return 0 if all(good) else 1
