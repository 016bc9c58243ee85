"""Measures packaging of a large, already built library, against copying and zipping the same bytes."""
import json
import shutil
import subprocess
import sys
from pathlib import Path

from measuring import measure

TURNS = 3
# The steps of packaging, by title: their results are removed before each turn.
TITLES = ("join the archives", "make an", "make a SwiftPM", "zip ", "write the records", "compose the packages")


def forget(events, store):
    """Removes the stored results of packaging; returns their number."""
    count = 0
    for line in events.read_text().splitlines():
        step = json.loads(line)["event"].get("stepFinished")
        if step and step["_0"]["title"].startswith(TITLES):
            key = step["key"].split("/")[0]
            (store / "ac" / key[:2] / key).unlink(missing_ok=True)
            count += 1
    return count


def size(folder):
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def measure_packages(program, library, targets, store, folder, environment, Row):
    """Returns the rows of the table. `library` is `NAME@VERSION`; `targets` may be None, for the recipe's."""
    if shutil.which("zip") is None:
        sys.exit("error: no zip to compare with\nhint: apt-get install zip")
    events, best, plain, memory = folder / "events", None, None, 0
    command = [program, "package", library, "--store", store, "--events", events, "-o", folder / "packages"]
    if targets:
        command += ["--targets", targets]
    measure(command, folder, environment, folder / "first.log")
    made = next((folder / "packages").glob(library.replace("@", "-")))
    for turn in range(TURNS):
        steps = forget(events, store)
        subprocess.run(["rm", "-rf", folder / "packages", folder / "copy"], check=True)
        run = measure(command, folder, environment, folder / "run.log")
        memory = max(memory, run.memory)
        best = min(best or run, run, key=lambda each: each.wall)
        zips = [path.name for path in made.glob("*.zip")]
        copy = measure(["cp", "-r", made, folder / "copy"], folder, environment, folder / "copy.log")
        wall = copy.wall
        for name in zips:
            words = ["zip", "-1", "-q", "-r", f"plain-{turn}-{name}", f"copy/{name.removesuffix('.zip')}"]
            wall += measure(words, folder, environment, folder / "zip.log").wall
        plain = min(plain or wall, wall)
    ratio = best.wall / plain
    slices = len(json.loads((made / "manifest.json").read_text())["targets"])
    return [
        Row(f"`xbuild package {library}`, {slices} targets, {steps} steps, {size(made) / 1e6:.0f} MB", f"{best.wall:.1f} s"),
        Row("`xbuild package`, CPU", f"{best.cpu:.1f} s"),
        Row("`cp -r` and `zip -1` of the same", f"{plain:.1f} s"),
        Row("`xbuild package` / (`cp -r` and `zip -1`)", f"{ratio:.2f}", "< 2.5", ratio < 2.5),
        Row("peak memory", f"{memory / 1e6:.0f} MB", "< 100 MB", memory < 100e6),
    ]
