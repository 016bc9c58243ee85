"""The plain script for comparison, made from the scripts in a plan."""
import re
import shutil

from measuring import CORES
from results import result_folder


LINKERS = "tools/linker/"


def inputs(step):
    """Returns the inputs of a step by their paths: the plan lists paths and values alternately."""
    found = step["inputs"]
    return dict(zip(found[::2], found[1::2])) if isinstance(found, list) else found


def contents(step, path):
    """Returns the text of an input that the plan contains."""
    return inputs(step)[path]["contents"]["_0"]


def slices(steps):
    """Returns the steps that build the library, one for each target."""
    return [step for step in steps if step["title"].startswith("build")]


def plain_script(steps, library):
    """Returns a script as people write it by hand: one slice after the other, each with make's own -j."""
    bootstrap = contents(next(step for step in steps if step["title"].startswith("bootstrap")), "run.sh")
    # The script does not set CONFIG_SHELL: where sh is dash, configure then selects bash.
    exports = re.findall(r"^export (?!CONFIG_SHELL|MAKEFLAGS).*$", contents(slices(steps)[0], "run.sh"), re.M)
    lines = ["#!/bin/sh", "set -eu", "ROOT=$(pwd -P)", *exports, "cd source"]
    lines += re.findall(r"^autoreconf .*$", bootstrap, re.M) + ["cd .."]
    for step in slices(steps):
        lines += slice_lines(step["target"], contents(step, "run.sh"))
    archives = " ".join(f"{step['target']}/usr/local/lib/{library}" for step in slices(steps))
    return "\n".join([*lines, f"tools/lipo -create {archives} -output {library}", ""])


def slice_lines(name, script):
    """Returns the lines that configure, make and install one target, with the arguments of its script in the plan."""
    # A target without libraries has one linker, which also links configure's test programs.
    before, after = re.findall(r"^ln -sfn .*$", script, re.M) or [f'ln -sfn questions "$ROOT"/{LINKERS}ld', ""]
    configure = re.search(r"^\.\./source/configure(?:.*\\\n)*.*$", script, re.M)[0]
    return [
        before, f"mkdir build-{name}", f"cd build-{name}", configure.replace("/build=", f"/build-{name}="),
        after, f"make -j{CORES}", f'make install DESTDIR="$ROOT"/{name}', "cd ..",
    ]


def lay_out_materials(store, keys, folder, programs, steps):
    """Writes the files that the script needs: unpacked source, sysroot, xbuild's tools, and the linkers of the plan."""
    source = next(key for title, key in keys.items() if title.startswith("fetch") and "ziglang" not in title)
    sysroot = next(key for title, key in keys.items() if title.endswith("sysroot"))
    folder.mkdir()
    result_folder(store, source, "tree", folder / "source")
    result_folder(store, sysroot, "sysroot", folder / "sysroot")
    (folder / "tools").mkdir()
    for name in ("lipo", "probe-ld"):
        shutil.copy2(programs / name, folder / "tools")
    (folder / LINKERS).mkdir()
    for step in slices(steps):
        for path in inputs(step):
            if path.startswith(LINKERS) and path != f"{LINKERS}ld":
                (folder / path).write_text(contents(step, path))
                (folder / path).chmod(0o755)
