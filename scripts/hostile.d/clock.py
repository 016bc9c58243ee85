"""Wrong clocks, and files from other years."""
import os
import shutil
import time

import library
from core import Skip, attempt, require

YEAR = 31_557_600


def dated(space, when):
    for path in [*space.store.rglob("*"), *space.home.rglob("*")]:
        if not path.is_symlink():
            os.utime(path, (when, when))


@attempt("files of 2040 and 1970 in the store and the home folder", short=True)
def files(space):
    for when in [time.time() + 14 * YEAR, 0]:
        dated(space, when)
        library.write(space, build=f"echo {when} >/dev/null")
        shutil.rmtree(space.dist, ignore_errors=True)
        run = space.recipe(timeout=60)
        if run.trouble() or run.status != 0:
            return run.trouble() or f"the run failed: {run.last()}"
        collected = space.run("store", "gc", "--max-size", "100G")
        if collected.status != 0 or collected.trouble():
            return f"gc: {collected.last()}"
        if space.recipe().status != 0 or space.delivered() != space.good:
            return "the package has other bytes"


def at(space, when, monotonic):
    faketime = shutil.which("faketime", path=space.environment["PATH"])
    if not faketime:
        raise Skip("faketime is not installed")
    # When a machine's clock is wrong, its monotonic clock is right.
    variables = {} if monotonic else {"DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    library.write(space, build=f"echo '{when}' >/dev/null")
    control = space.run("-f", when, "date", "+%Y", program=faketime)
    require(control.out.strip() == when[1:5].encode(), f"faketime did not work: {control.text}")
    space.empty_store()
    for words in [["recipe", "tiny", "-v", "--output", space.dist], ["store", "gc", "--max-size", "100G"],
                  ["store", "verify"], ["recipe", "tiny", "-v", "--output", space.dist]]:
        run = space.run(*words, prefix=[faketime, "-f", when], environment=variables, timeout=60)
        name = " ".join(map(str, words[:2]))
        if run.trouble():
            return f"{name}: {run.trouble()}"
        if run.status != 0:
            reason = any(word in run.text for word in ["time", "clock", "date"])
            return None if reason else f"{name}: status {run.status}, and no reason: {run.last()}"
        if words[0] == "recipe" and space.delivered() != space.good:
            return "the package has other bytes"


@attempt("a clock of 1970", short=True)
def past(space):
    return at(space, "@1970-01-02 00:00:00", False)


@attempt("a clock of 2040", short=True)
def future(space):
    return at(space, "@2040-01-02 00:00:00", False)


@attempt("a clock of 2150")
def far_future(space):
    return at(space, "@2150-01-02 00:00:00", False)


@attempt("clocks of 1970 and 2040, and a monotonic clock that faketime changes too")
def monotonic(space):
    return at(space, "@1970-01-02 00:00:00", True) or at(space, "@2040-01-02 00:00:00", True)
