"""A store whose files another program, or another user, has changed."""
import os
import shutil
import subprocess

import library
from core import Skip, attempt, require
from wire import fields


def results(space):
    """Returns the files of stored results."""
    return sorted(file for file in (space.store / "ac").rglob("*") if file.is_file())


def blobs(space, least=1):
    return sorted(file for file in (space.store / "cas").rglob("*")
                  if file.is_file() and not file.is_symlink() and file.stat().st_size >= least)


def holds(space, timeout=100, changed=True):
    """Runs again, and returns what is wrong: other bytes, a failure, a hang."""
    shutil.rmtree(space.dist, ignore_errors=True)
    run = space.recipe(timeout=timeout)
    if run.trouble():
        return run.trouble(seconds=timeout)
    if run.status != 0:
        return f"the run failed with status {run.status}: {run.last()}"
    return None if space.delivered() == space.good else "the package has other bytes"


def reference(space):
    """Makes the package once from the seeded store, which must have everything."""
    run = space.recipe()
    require(run.status == 0 and not run.reached and space.delivered() == space.good, run.text[-800:])


@attempt("results that are random bytes")
def malformed(space):
    reference(space)
    for number, file in enumerate(results(space)):
        file.chmod(0o644)
        file.write_bytes([b"", os.urandom(200), b"\x0a\xff\xff\xff\xff\x0f", b"\x12" * 5000][number % 4])
    return holds(space)


@attempt("results of other actions")
def exchanged(space):
    reference(space)
    files = results(space)
    texts = [file.read_bytes() for file in files]
    for file, text in zip(files, texts[1:] + texts[:1]):
        file.chmod(0o644)
        file.write_bytes(text)
    return holds(space)


@attempt("blobs changed without a change of size", short=True)
def same_size(space):
    reference(space)
    for file in blobs(space):
        status = file.stat()
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.chmod(0o644)
        file.write_bytes(content)
        file.chmod(status.st_mode & 0o777)
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    return holds(space)


def replaced(space, replace):
    reference(space)
    for file in blobs(space):
        file.unlink()
        replace(file)
    return holds(space)


@attempt("blobs that are fifos", short=True)
def fifos(space):
    return replaced(space, os.mkfifo)


@attempt("blobs that are links to /etc/passwd")
def links(space):
    return replaced(space, lambda file: file.symlink_to("/etc/passwd")) or (
        "the package has the file" if any(b"root:" in content for content in space.delivered().values()) else None)


@attempt("blobs that are folders")
def folders(space):
    return replaced(space, lambda file: file.mkdir())


@attempt("locks that are fifos, and folders in place of files", short=True)
def locks(space):
    reference(space)
    found = [file for file in space.store.rglob("*") if file.is_file() and "lock" in file.name]
    for file in found:
        file.unlink()
        os.mkfifo(file)
    shutil.rmtree(space.dist, ignore_errors=True)
    library.write(space, build="echo more >/dev/null")
    run = space.recipe(timeout=40)
    return run.trouble(seconds=35)


@attempt("`store verify`, `gc` and `du` on a spoiled store", short=True)
def upkeep(space):
    reference(space)
    victim = space.write("victim.txt", "keep\n")
    for number, file in enumerate(blobs(space)):
        file.unlink()
        [os.mkfifo, lambda path: path.symlink_to(victim), lambda path: path.mkdir()][number % 3](file)
    (space.store / "cas/zz").symlink_to(space.work)
    space.write("work/precious.txt", "keep\n")
    for words in [["verify"], ["du"], ["gc", "--max-size", "0"]]:
        run = space.run("store", *words, timeout=40)
        if run.trouble(seconds=35):
            return f"{words[0]}: {run.trouble(seconds=35)}"
    if not victim.exists() or victim.read_text() != "keep\n" or not space.path("work/precious.txt").exists():
        return "a file outside of the store was removed"


@attempt("`store gc` and `verify` through links out of the store")
def link_out(space):
    precious = space.write("private/aa/" + "a" * 64, "keep\n")
    for name in ["ac", "cas"]:
        shutil.rmtree(space.store / name)
        (space.store / name).symlink_to(space.path("private"))
    for words in [["verify"], ["gc", "--max-size", "0"]]:
        space.run("store", *words, timeout=40)
    return None if precious.exists() else "a file behind a link was removed"


def stranger(space, mode, owner):
    """Uses a store of another user. Returns whether the run took a result of that store or wrote into it."""
    os.chmod(space.store, mode)
    if owner is not None:
        os.chown(space.store, owner, owner)
    library.write(space)
    run = space.recipe(timeout=60)
    require(run.status in (0, 2, 70), run.text[-800:])
    return "the run used the store" if run.status == 0 else run.trouble()


@attempt("a store of another user", columns=("root", "user"), short=True)
def foreign(space):
    if space.column == "root":
        return stranger(space, 0o755, 54321)
    place = space.folder.parent.parent / "foreign-store"
    if not place.is_dir() or place.stat().st_uid == os.getuid():
        raise Skip("only root can make a store of another user")
    run = space.recipe(environment={"XBUILD_STORE": str(place)})
    require(run.status in (0, 2, 70), run.text[-800:])
    return "the run used the store" if run.status == 0 else run.trouble()


@attempt("a store that every user can write", short=True)
def writable(space):
    return stranger(space, 0o777, None)


@attempt("a store that every user can write in part (cas/, ac/)")
def writable_part(space):
    for name in ["ac", "cas"]:
        os.chmod(space.store / name, 0o777)
    run = space.recipe(timeout=60)
    require(run.status in (0, 2, 70), run.text[-800:])
    return "the run used the store" if run.status == 0 else run.trouble()


@attempt("a store that cannot be written serves its results", columns=("user",), short=True)
def read_only(space):
    reference(space)
    subprocess.run(["chmod", "-R", "a-w", space.store], check=True)
    try:
        return holds(space)
    finally:
        subprocess.run(["chmod", "-R", "u+w", space.store], check=True)


@attempt("a shared store (`store init --shared`) with two umasks", columns=("root",))
def shared(space):
    if not space.has("init", "store"):
        return "the program has no `store init --shared`"
    place = space.path("shared")
    made = space.run("store", "init", "--shared", "--store", place)
    if made.status != 0:
        made = space.run("store", "init", "--shared", place)
    require(made.status == 0 and place.exists(), made.text[-800:])
    group = 23456
    for path in [place, *place.rglob("*")]:
        os.chown(path, 0, group, follow_symlinks=False)
    for folder in [space.folder, space.home, space.work, space.folder / "user"]:
        folder.chmod(0o777)
    for umask, user in [(0o077, 12346), (0o022, 12347), (0o077, 12348)]:
        library.write(space, build=f"echo {user} >/dev/null")
        run = space.run("recipe", "tiny", "-v", "--output", space.path(f"out{user}/x"),
                        prefix=["setpriv", f"--reuid={user}", f"--regid={user}", f"--groups={group}"],
                        environment={"XBUILD_STORE": str(place), "HOME": str(space.folder / f"home{user}")},
                        prepare=lambda mask=umask: (os.umask(mask), os.makedirs(space.folder / f"out{user}", 0o777, True),
                                                    os.chmod(space.folder / f"out{user}", 0o777)))
        if run.status != 0:
            return f"the run of the user {user} failed: {run.last()}"
    return None


@attempt("a relative XBUILD_STORE")
def relative(space):
    run = space.recipe(environment={"XBUILD_STORE": "somewhere/store"}, folder=space.work)
    require(run.status in (0, 2, 70), run.text[-800:])
    found = [path for path in space.folder.rglob("cas") if path.is_dir() and space.store not in path.parents
             and path.parent not in (space.store, space.work / "somewhere/store")]
    if found:
        return f"made a store at {found[0]}"
    return run.trouble()


@attempt("`store gc --dry-run` removes nothing", short=True)
def dry(space):
    if not space.has("--dry-run", "store", "gc"):
        return "the program has no `store gc --dry-run`"
    before = sorted(results(space) + blobs(space))
    run = space.run("store", "gc", "--dry-run", "--max-size", "0")
    require(run.status == 0, run.text[-500:])
    return None if before == sorted(results(space) + blobs(space)) else "files were removed"


@attempt("`store gc` without a size keeps a small store")
def default_size(space):
    before = len(results(space))
    run = space.run("store", "gc")
    if run.status != 0:
        return f"refused: {run.last()}"
    return None if len(results(space)) == before else "results were removed"


@attempt("escapes in a digest for `store show`")
def show(space):
    space.write("secret.txt", space.secret)
    for word in ["../../secret.txt", "../secret.txt", "a/../../../secret.txt", "*", ""]:
        run = space.run("store", "show", word, "--raw", timeout=30)
        if space.secret in run.text or run.trouble():
            return f"`{word}`: {run.trouble() or 'the secret was printed'}"


@attempt("a stored result with a path out of the package", short=True)
def path_out(space):
    from wire import message, text

    reference(space)
    token = f"hostile-result-{os.getpid()}"
    changed = 0
    for file in results(space):
        content = file.read_bytes()
        parts = fields(content)
        if any(number in (2, 3) for number, _ in parts):
            file.chmod(0o644)
            blob = next(value for number, value in parts if number in (2, 3))
            rest = [(number, value) for number, value in fields(blob) if number != 1]
            evil = text(1, "../" * 6 + token) + message(rest)
            file.write_bytes(content + text(2, evil))
            changed += 1
    require(changed, "no result has outputs")
    wrong = holds(space)
    found = [parent / token for parent in [*space.dist.parents, space.dist] if (parent / token).exists()]
    for path in found:
        path.unlink()
    return f"wrote {found[0]}" if found else wrong
