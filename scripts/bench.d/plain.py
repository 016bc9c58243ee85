"""The plain script for comparison, made from the scripts in a plan."""
import re
import shutil

from measuring import CORES
from results import result_folder


def contents(step, path):
    """The text of an input that the plan contains."""
    inputs = step["inputs"]
    if isinstance(inputs, list):
        inputs = dict(zip(inputs[::2], inputs[1::2]))
    return inputs[path]["contents"]["_0"]


def plain_script(steps, library):
    """A script as written by hand: one slice after the other, each with make's own -j."""
    bootstrap = contents(next(step for step in steps if step["title"].startswith("bootstrap")), "run.sh")
    slices = [step for step in steps if step["title"].startswith("build")]
    # Without CONFIG_SHELL: by default configure selects bash, where sh is dash.
    exports = re.findall(r"^export (?!CONFIG_SHELL|MAKEFLAGS).*$", contents(slices[0], "run.sh"), re.M)
    lines = ["#!/bin/sh", "set -eu", "ROOT=$(pwd -P)", *exports, "cd source"]
    lines += re.findall(r"^autoreconf .*$", bootstrap, re.M) + ["cd .."]
    for step in slices:
        lines += slice_lines(step["target"], contents(step, "run.sh"))
    archives = " ".join(f"{step['target']}/usr/local/lib/{library}" for step in slices)
    return "\n".join([*lines, f"tools/lipo -create {archives} -output {library}", ""])


def slice_lines(name, script):
    """Configure, make and install of one target, with the arguments of its own script."""
    before, after = re.findall(r"^ln -sfn .*$", script, re.M) or ["", ""]
    configure = re.search(r"^\.\./source/configure(?:.*\\\n)*.*$", script, re.M)[0]
    return [
        before, f"mkdir build-{name}", f"cd build-{name}", configure.replace("/build=", f"/build-{name}="),
        after, f"make -j{CORES}", f'make install DESTDIR="$ROOT"/{name}', "cd ..",
    ]


def lay_out_materials(store, keys, folder, programs):
    """The files of the script: the unpacked source, the sysroot, and xbuild's own tools."""
    source = next(key for title, key in keys.items() if title.startswith("fetch") and "ziglang" not in title)
    sysroot = next(key for title, key in keys.items() if title.endswith("sysroot"))
    folder.mkdir()
    result_folder(store, source, "tree", folder / "source")
    result_folder(store, sysroot, "sysroot", folder / "sysroot")
    (folder / "tools").mkdir()
    for name in ("lipo", "probe-ld"):
        shutil.copy2(programs / name, folder / "tools")
