"""Environments that a careless or hostile shell hands over."""
import os
import resource
import shutil

import library
from core import MEGABYTE, attempt, require


def same(space, run, ok=(0,)):
    """Returns what is wrong with the package of a run that must succeed."""
    if run.trouble():
        return run.trouble()
    if run.status not in ok:
        return f"the run failed with status {run.status}: {run.last()}"
    if run.status == 0 and space.delivered() != space.good:
        return "the package has other bytes"
    return None


def elsewhere(space):
    """Returns folders that look like a store outside of the places where one may be."""
    return [path for path in space.folder.rglob("cas") if path.is_dir() and path.parent != space.store
            and space.path("user") not in path.parents and path.parent.name != "cas" and space.store not in path.parents]


@attempt("no HOME, a relative HOME, HOME is a file", short=True)
def home(space):
    file = space.write("homefile", "x")
    for value in [None, "somewhere", str(file), "/nonexistent/home", ""]:
        run = space.recipe(environment={"HOME": value, "XBUILD_STORE": None, "XDG_CACHE_HOME": None}, timeout=60)
        if run.trouble():
            return f"HOME={value}: {run.trouble()}"
        if elsewhere(space):
            return f"HOME={value}: a store at {elsewhere(space)[0]}"
        if run.status != 0 and "--store" not in run.text:
            return f"HOME={value}: the message does not name --store: {run.last()}"
        if file.read_text() != "x":
            return "the file was changed"


@attempt("programs that come first in PATH", short=True)
def programs(space):
    names = ["clang", "cc", "gcc", "ar", "llvm-ar", "ld", "ld.lld", "make", "sh", "git", "tar", "cp", "mkdir", "python3", "env"]
    for name in names:
        space.write(f"evil/{name}", "#!/bin/sh\necho hostile > libtiny.a 2>/dev/null\necho \"int evil;\"\nexit 0\n", mode=0o755)
    library.write(space, build="echo again >/dev/null")
    run = space.recipe(environment={"PATH": f"{space.path('evil')}:{space.environment['PATH']}"}, timeout=60)
    require(run.status in (0, 1, 2, 3, 70), run.text[-500:])
    return same(space, run, ok=(0, 1, 2, 3, 70))


@attempt("LD_PRELOAD reaches no step", short=True)
def preload(space):
    evil = space.write("evil.c", "#include <stdlib.h>\n#include <stdio.h>\n__attribute__((constructor)) static void start(void)"
                       "{ if (getenv(\"SOURCE\")) { puts(\"@@preloaded=yes\"); fflush(stdout); } }\n")
    library_file = space.path("evil.so")
    made = space.run("-shared", "-fPIC", "-o", library_file, evil, program="clang", environment={"HOME": "/tmp"})
    require(made.status == 0, made.text)
    library.write(space, build="env | grep -E '^(LD_|GCC_|CPATH)' | sed 's/^/@@/'")
    run = space.recipe(environment={"LD_PRELOAD": str(library_file), "LD_LIBRARY_PATH": str(space.folder)})
    require(run.reached, run.text[-500:])
    found = {name: value for name, value in run.marks().items() if name.startswith(("LD_", "preloaded"))}
    return f"a step has {found}" if found else same(space, run)


@attempt("CC, CFLAGS, CPATH and other variables of compilers")
def variables(space):
    space.write("evil/tiny.h", "#define left left + 666\nint tiny_one(int x);\n")
    evil = str(space.path("evil"))
    values = {"CC": "false", "CFLAGS": "-Dleft=evil", "CPPFLAGS": f"-I{evil}", "CPATH": evil, "C_INCLUDE_PATH": evil,
              "LDFLAGS": "-nothing", "MAKEFLAGS": "-n", "CCC_OVERRIDE_OPTIONS": "+-Dleft=evil", "AR": "false",
              "LIBRARY_PATH": evil, "CONFIG_SITE": f"{evil}/site", "PYTHONPATH": evil, "PERL5LIB": evil,
              "GIT_DIR": evil, "DESTDIR": evil, "BASH_ENV": f"{evil}/tiny.h", "ENV": f"{evil}/tiny.h"}
    for name in ["off", "auto"]:
        space.empty_store()
        run = space.recipe("--sandbox", name, environment=values)
        require(run.reached or run.status, run.text[-500:])
        wrong = same(space, run)
        if wrong:
            return f"--sandbox {name}: {wrong}"
        shutil.rmtree(space.dist)


@attempt("TMPDIR that is missing, a file, or read-only")
def temporary(space):
    for value in [str(space.path("missing")), str(space.write("file", "x")), "/proc", ""]:
        space.empty_store()
        run = space.recipe(environment={"TMPDIR": value}, timeout=60)
        wrong = same(space, run, ok=(0, 70))
        if wrong:
            return f"TMPDIR={value}: {wrong}"


@attempt("umask 077 and 000")
def umask(space):
    modes = []
    for mask in [0o022, 0o077, 0o000]:
        space.empty_store()
        shutil.rmtree(space.dist, ignore_errors=True)
        run = space.recipe(prepare=lambda mask=mask: os.umask(mask))
        if same(space, run):
            return f"{mask:03o}: {same(space, run)}"
        modes.append({str(path.relative_to(space.dist)): path.stat().st_mode & 0o111 for path in space.dist.rglob("*") if path.is_file()})
    return None if modes[0] == modes[1] == modes[2] else "files have other modes"


@attempt("closed standard input, output and error")
def closed(space):
    for numbers in [(0,), (1,), (2,), (0, 1, 2)]:
        space.empty_store()
        shutil.rmtree(space.dist, ignore_errors=True)
        run = space.recipe(prepare=lambda numbers=numbers: [os.close(number) for number in numbers], timeout=60)
        if run.trouble():
            return f"closed {numbers}: {run.trouble()}"
        if run.status == 0 and space.delivered() != space.good:
            return f"closed {numbers}: other bytes"
        verified = space.run("store", "verify")
        if verified.status != 0:
            return f"closed {numbers}: the store is spoiled: {verified.last()}"


@attempt("an environment of 5 MB")
def huge(space):
    limit = 60 * 1024 * 1024

    def prepare():
        resource.setrlimit(resource.RLIMIT_STACK, (limit, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    require(hard == resource.RLIM_INFINITY or hard >= limit, "the stack's limit is too low")
    resource.setrlimit(resource.RLIMIT_STACK, (limit, hard))
    try:
        values = {f"HUGE{number}": "x" * 120_000 for number in range(42)}
        run = space.recipe(environment=values, prepare=prepare)
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))
    return same(space, run) or run.trouble(memory=500 * MEGABYTE)


@attempt("variables with newlines and bytes that are no UTF-8")
def odd(space):
    space.empty_store()
    run = space.recipe(environment={"ODD": "a\nb=c", os.fsdecode(b"BYTES\xff"): os.fsdecode(b"\xff\xfe"), "LANG": "xx_YY.nonsense",
                                    "TERM": "\x1b[31m", "COLUMNS": "-5", "LC_ALL": "C"})
    return same(space, run)


@attempt("a working folder that was removed")
def removed(space):
    place = space.path("gone")
    place.mkdir()
    run = space.run("recipe", "tiny", "--output", space.dist, folder=place, prepare=lambda: os.rmdir(place), timeout=60)
    return run.trouble() or (None if run.status in (0, 2, 70) else f"status {run.status}: {run.last()}")


@attempt("few descriptors (ulimit -n 40)")
def descriptors(space):
    space.empty_store()
    run = space.recipe(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)), timeout=60)
    if run.status == 0:
        return same(space, run)
    return run.trouble()


@attempt("SIGPIPE, SIGINT and SIGCHLD ignored by the parent")
def ignored(space):
    import signal

    def prepare():
        for number in [signal.SIGPIPE, signal.SIGINT, signal.SIGCHLD]:
            signal.signal(number, signal.SIG_IGN)

    space.empty_store()
    return same(space, space.recipe(prepare=prepare, timeout=60), ok=(0, 70))
