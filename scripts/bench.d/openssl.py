"""Measures OpenSSL 3.0 for several slices against a script that builds one slice after the other.

The script has the form that people write by hand: for each slice perl Configure, make with as many jobs as there are
cores, make install_dev, with the compilers, flags, environment and arguments of xbuild's own plan. It finds source and
sysroots unpacked, merges nothing, and checks neither headers nor archives; xbuild's time includes all of that.
"""
import json
import re
import subprocess
import sys

from measuring import CORES, measure
from plain import contents
from results import result_folder

# The slices of an app for phones, their simulators and the Mac.
SLICES = [
    "ios-arm64", "macos-x86_64", "ios-simulator-arm64", "macos-arm64",
    "ios-simulator-x86_64", "ios-armv7", "ios-armv7s", "ios-simulator-i386",
]


def version(checkout):
    """Returns the recipe's 3.0 version."""
    recipe = (checkout / "recipes/openssl/recipe.yaml").read_text()
    return re.search(r"^  (3\.0\.\d+):$", recipe, re.M)[1]


def measure_openssl(xbuild, package, folder, settings, sandbox, slices, Row):
    """Returns the rows of the table, from one run of each: the runs are so long that disturbances hardly matter."""
    targets, events = SLICES[:slices], folder / "events"
    chosen = [package, "--targets", ",".join(targets)]
    command = [xbuild, "recipe", *chosen, "-j", str(CORES), "--sandbox", sandbox, "--events", events]
    ours = say("xbuild", measure([*command, "-o", folder / "dist"], folder, settings, folder / "xbuild.log"))
    lines = [json.loads(line)["event"] for line in events.read_text().splitlines()]
    done = [line["stepFinished"] for line in lines if "stepFinished" in line]
    building = sum(each["cpuSeconds"] for each in done if each["_0"]["title"].startswith("build"))

    output = subprocess.run([xbuild, "plan", *chosen, "--json"], env=settings, check=True, stdout=subprocess.PIPE).stdout
    steps = json.loads(output)["plan"]["plan"]["steps"]
    keys = {(each["_0"].get("target"), each["_0"]["title"]): each["key"].split("/")[0] for each in done}
    script = folder / "script"
    script.mkdir()
    lay_out_slices(folder / "store", steps, keys, script)
    (script / "build.sh").write_text(serial_script(steps))
    theirs = say("script", measure(["sh", "build.sh"], script, settings, folder / "script.log"))

    ideal = ours.cpu / CORES
    return [
        Row("slices", ", ".join(targets)),
        Row("xbuild, wall", f"{ours.wall:.1f} s"),
        Row("xbuild, CPU / cores", f"{ours.cpu:.1f} / {CORES} = {ideal:.1f} s"),
        Row("xbuild, wall / (CPU / cores)", f"{ours.wall / ideal:.3f}", "≤ 1.1", ours.wall <= 1.1 * ideal),
        Row("serial script, CPU", f"{theirs.cpu:.1f} s"),
        Row("xbuild / serial script, CPU", f"{ours.cpu / theirs.cpu:.3f}", "≤ 1.03", ours.cpu <= 1.03 * theirs.cpu),
        Row("the slices' builds alone / serial script, CPU", f"{building / theirs.cpu:.3f}"),
        Row("serial script / xbuild, wall", f"{theirs.wall / ours.wall:.2f}"),
        Row("CPU share of other processes", f"{ours.disturbance:.1%}, {theirs.disturbance:.1%}"),
    ]


def say(name, run):
    print(f"  {name}: {run.wall:.1f} s, {run.cpu:.1f} s of CPU, others {run.disturbance:.1%}", file=sys.stderr)
    return run


def is_slice(step):
    return step["title"].startswith("build")


def inputs(step):
    """Returns a step's inputs by path: the plan lists paths and values alternately."""
    found = step["inputs"]
    return dict(zip(found[::2], found[1::2])) if isinstance(found, list) else found


def lay_out_slices(store, steps, keys, folder):
    """Makes a folder for each slice with the files that its script needs: links share source and sysroot."""
    (folder / "shared").mkdir()
    for step in filter(is_slice, steps):
        place = folder / step["target"]
        place.mkdir()
        for path, value in inputs(step).items():
            at = place / path
            at.parent.mkdir(exist_ok=True)
            if "output" in value:
                at.symlink_to(shared(store, steps, keys, value["output"], folder / "shared"))
            elif "localFile" in value:
                at.symlink_to(value["localFile"]["path"])


def shared(store, steps, keys, output, folder):
    """Writes an output of another step, unless it exists already; returns its path."""
    index, path = output["_0"]["index"], output["_1"]
    place = folder / f"{index}-{path}"
    if not place.exists():
        step = steps[index]
        result_folder(store, keys[step.get("target"), step["title"]], path, place)
    return place


def serial_script(steps):
    lines = ["#!/bin/sh", "set -eu", "TOP=$(pwd -P)"]
    for step in filter(is_slice, steps):
        lines += slice_lines(step["target"], contents(step, "run.sh"))
    return "\n".join([*lines, ""])


def slice_lines(name, script):
    """Returns the lines that build a slice in a subshell; ROOT is the slice's folder, as in the sandbox."""
    # Leaves out MAKEFLAGS, because this script sets the jobs itself, and CONFIG_SHELL, which only autotools uses.
    exports = re.findall(r"^export (?!CONFIG_SHELL|MAKEFLAGS|JOBS).*$", script, re.M)
    before, after = re.findall(r"^ln -sfn .*$", script, re.M) or ["", ""]
    configure = re.search(r"^perl(?:.*\\\n)*.*$", script, re.M)[0]
    return [
        "(", f"ROOT=$TOP/{name}", *exports, 'mkdir "$ROOT/build"', 'cd "$ROOT/build"', before, configure, after,
        f"make -j{CORES} build_libs", 'make install_dev "DESTDIR=$DESTDIR"', ")",
    ]
