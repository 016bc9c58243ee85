"""Output folders that hold files of the user's own, or that two runs share."""
import os
import shutil
import subprocess
import time

import library
from core import attempt, contents, require


def kept(run, place, before):
    """Returns whether the files of a folder are still there with the same bytes."""
    after = contents(place)
    lost = [name for name, content in before.items() if after.get(name) != content]
    return f"lost {', '.join(lost[:3])}" if lost else run.trouble()


@attempt("a folder of the user's own, without a marker", short=True)
def own(space):
    space.write("dist/tiny-1.0.0/work.c", "mine\n")
    before = contents(space.dist)
    run = space.recipe()
    require(run.status in (0, 1, 2, 70), run.text[-500:])
    return kept(run, space.dist, before)


@attempt("a marker of an earlier run beside a folder of the user's own", short=True)
def marker(space):
    require(space.recipe().status == 0, "the first run fails")
    shutil.rmtree(space.dist / "tiny-1.0.0")
    space.write("dist/tiny-1.0.0/work.c", "mine\n")
    space.write("dist/tiny-1.0.0/notes/plan.txt", "mine\n")
    before = contents(space.dist / "tiny-1.0.0")
    run = space.recipe()
    return kept(run, space.dist / "tiny-1.0.0", before)


@attempt("a marker and a folder of the user's own with names of the package", short=True)
def same_names(space):
    require(space.recipe().status == 0, "the first run fails")
    place = space.dist / "tiny-1.0.0"
    name = sorted(contents(place))[0]
    shutil.rmtree(place)
    space.write(f"dist/tiny-1.0.0/{name}", "mine\n")
    run = space.recipe()
    return kept(run, place, {name: b"mine\n"})


@attempt("changed and added files in a delivered package")
def changed(space):
    require(space.recipe().status == 0, "the first run fails")
    place = space.dist / "tiny-1.0.0"
    name = next(path for path in contents(place) if path.endswith(".h"))
    (place / name).chmod(0o644)
    (place / name).write_text("changed\n")
    space.write("dist/tiny-1.0.0/added.txt", "mine\n")
    library.write(space, sources={"one.c": "#include \"tiny.h\"\nint tiny_one(int left) { return left + 2; }\n"})
    run = space.recipe()
    return kept(run, place, {name: b"changed\n", "added.txt": b"mine\n"})


@attempt("a conflict is told before anything is built", short=True)
def early(space):
    space.write("dist/tiny-1.0.0/work.c", "mine\n")
    library.write(space, build="echo new >/dev/null")
    run = space.recipe()
    if run.status == 0 or contents(space.dist) != {"tiny-1.0.0/work.c": b"mine\n"}:
        return "the folder was replaced"
    return "the library was built first" if run.reached else run.trouble()


@attempt("`recipe` into the folder of `package`, and the reverse", short=True)
def both(space):
    for commands in [["package", "recipe"], ["recipe", "package"]]:
        place = space.path("-".join(commands))
        first = space.run(commands[0], "tiny", "--output", place)
        require(first.status == 0, first.text[-800:])
        before = {name: content for name, content in contents(place).items() if "/" in name and name[0] != "."}
        require(before, "nothing was delivered")
        second = space.run(commands[1], "tiny", "--output", place)
        lost = kept(second, place, before)
        if lost:
            return f"`{commands[1]}` after `{commands[0]}`: {lost}"


@attempt("NAME-VERSION is a link to a folder of the user", short=True)
def linked_package(space):
    space.write("private/work.c", "mine\n")
    space.dist.mkdir()
    (space.dist / "tiny-1.0.0").symlink_to(space.path("private"))
    run = space.recipe()
    if sorted(contents(space.path("private"))) != ["work.c"]:
        return "files were written through the link"
    return kept(run, space.path("private"), {"work.c": b"mine\n"})


@attempt("the output folder is a link")
def linked_folder(space):
    space.write("private/work.c", "mine\n")
    space.dist.symlink_to(space.path("private"))
    run = space.recipe()
    return kept(run, space.path("private"), {"work.c": b"mine\n"})


@attempt("files of a package that are links of the user")
def linked_file(space):
    require(space.recipe().status == 0, "the first run fails")
    victim = space.write("victim.txt", "mine\n")
    place = space.dist / "tiny-1.0.0"
    name = next(path for path in contents(place) if path.endswith(".h"))
    (place / name).unlink()
    (place / name).symlink_to(victim)
    run = space.recipe()
    again = space.recipe("--force")
    if victim.read_text() != "mine\n":
        return "the file behind the link was changed"
    return run.trouble() or again.trouble()


@attempt("the output is a file, a fifo or a device", short=True)
def file(space):
    space.dist.write_text("mine\n")
    run = space.recipe(timeout=30)
    if run.status == 0 or space.dist.read_text() != "mine\n":
        return "the file was replaced"
    fifo = space.path("fifo")
    os.mkfifo(fifo)
    for place in [fifo, "/dev/null"]:
        run = space.run("recipe", "tiny", "--output", place, timeout=30)
        if run.status == 0 or run.trouble(seconds=25):
            return f"{place}: {run.trouble(seconds=25) or 'accepted'}"


@attempt("two runs at once into one folder")
def together(space):
    library.write(space, build="sleep 1")
    words = [space.programs.program, "recipe", "tiny", "--output", space.dist]
    runs = [subprocess.Popen(words, env=space.environment, cwd=space.work, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE) for _ in range(3)]
    space.processes += runs
    texts = [run.communicate(timeout=100)[1].decode() for run in runs]
    if any(run.returncode for run in runs):
        return f"a run failed: {texts}"
    return None if space.delivered() == space.good else "the package has other bytes"


@attempt("a marker that is a fifo or a link", short=True)
def odd_marker(space):
    require(space.recipe().status == 0, "the first run fails")
    markers = [path for path in space.dist.iterdir() if path.name.startswith(".") and path.is_file()]
    require(markers, "no marker")
    victim = space.write("victim.txt", "mine\n")
    for number, path in enumerate(markers):
        path.unlink()
        os.mkfifo(path)
    run = space.recipe(timeout=40)
    if run.trouble(seconds=35):
        return f"a fifo: {run.trouble(seconds=35)}"
    for path in markers:
        path.unlink(missing_ok=True)
        path.symlink_to(victim)
    run = space.recipe(timeout=40)
    return run.trouble(seconds=35) or (None if victim.read_text() == "mine\n" else "the file behind the link was changed")


@attempt("a folder of the user appears during the run")
def late(space):
    library.write(space, build="sleep 2")
    started = time.monotonic()

    def meanwhile(_):
        if time.monotonic() - started > 1 and not (space.dist / "tiny-1.0.0").exists():
            space.write("dist/tiny-1.0.0/work.c", "mine\n")

    run = space.recipe(meanwhile=meanwhile)
    return kept(run, space.dist / "tiny-1.0.0", {"work.c": b"mine\n"})
