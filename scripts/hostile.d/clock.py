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


# Shifts the time of day; the monotonic clock stays right, as when a machine's clock is wrong.
SHIFT = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift(void) { const char *text = getenv("CLOCK_SHIFT"); return text ? atol(text) : 0; }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int status = syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now) *now = exact.tv_sec;
    return exact.tv_sec;
}
"""


def at(space, year, prefix, variables):
    """Runs all commands in a year. A run must succeed with the same bytes, or fail and name the clock."""
    control = space.run("-c", "import time; print(time.gmtime().tm_year)", program="/usr/bin/python3", prefix=prefix,
                        environment=variables)
    require(control.out.strip() == str(year).encode(), f"the clock was not changed: {control.text}")
    library.write(space, build=f"echo {year} >/dev/null")
    space.empty_store()
    for words in [["recipe", "tiny", "-v", "--output", space.dist], ["store", "gc", "--max-size", "100G"],
                  ["store", "verify"], ["recipe", "tiny", "-v", "--output", space.dist]]:
        run = space.run(*words, prefix=prefix, environment=variables, timeout=60)
        name = f"{year}: {words[0]} {words[1]}"
        if run.trouble():
            return f"{name}: {run.trouble()}"
        if run.status != 0:
            reason = any(word in run.text for word in ["time", "clock", "date"])
            return None if reason else f"{name}: status {run.status}, and no reason: {run.last()}"
        if words[0] == "recipe" and space.delivered() != space.good:
            return f"{name}: the package has other bytes"


def shifted(space, year):
    source, shared = space.write("clock.c", SHIFT), space.path("clock.so")
    made = space.run("-shared", "-fPIC", "-O2", "-o", shared, source, program="clang")
    require(made.status == 0, made.text)
    seconds = int((year - 1970) * YEAR + YEAR / 2 - time.time())
    return at(space, year, [], {"LD_PRELOAD": str(shared), "CLOCK_SHIFT": str(seconds)})


@attempt("a clock of 1970", short=True)
def past(space):
    return shifted(space, 1970)


@attempt("a clock of 2040", short=True)
def future(space):
    return shifted(space, 2040)


@attempt("a clock of 2150")
def far_future(space):
    return shifted(space, 2150)


@attempt("1970 and 2040 by faketime, which changes the monotonic clock too")
def monotonic(space):
    faketime = shutil.which("faketime", path=space.environment["PATH"])
    if not faketime:
        raise Skip("faketime is not installed")
    return at(space, 1970, [faketime, "-f", "@1970-06-02 00:00:00"], {}) \
        or at(space, 2040, [faketime, "-f", "@2040-06-02 00:00:00"], {})
