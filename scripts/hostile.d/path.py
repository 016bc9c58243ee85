"""Paths with letters that shells, URLs, lists and make treat in a special way: they work, or are refused at once."""
import shutil

import library
from core import attempt, require

LETTERS = {"a percent sign": "a%2Fb%41", "a letter outside of ASCII": "é日", "a space": "a b", "quotes": "a'b\"c",
           "a newline": "a\nb", "a colon": "a:b", "a comma": "a,b", "a dollar sign": "a$HOME", "a backslash": "a\\b",
           "a semicolon and a hash": "a;b#c", "a dash at the start": "-rf", "a star": "a*"}


def placed(space, word, part, sandbox):
    """Builds with a strange name in the path of one part. Returns what is wrong."""
    place = space.path(f"{part}{sandbox}") / word
    place.mkdir(parents=True)
    home, store, output, folder = space.home, space.path(f"store-{part}{sandbox}"), space.dist, space.work
    if part == "store":
        store = place / "store"
    if part == "home":
        home = place / "home"
        shutil.copytree(space.home, home)
    if part == "output":
        output = place / "out"
    if part == "folder":
        folder, output = place, "out"
    shutil.copytree(space.store, store)
    for name in ["ac", "cas"]:
        shutil.rmtree(store / name)
    run = space.run("recipe", "tiny", "-v", "--output", output, "--sandbox", sandbox, folder=folder,
                    environment={"XBUILD_HOME": str(home), "XBUILD_STORE": str(store)}, timeout=60)
    if run.trouble():
        return run.trouble()
    if run.status != 0:
        return f"the run failed after steps had run: {run.last()}" if run.reached else None
    made = folder / output / "tiny-1.0.0" if part == "folder" else output / "tiny-1.0.0"
    if not made.is_dir():
        return "the package is at another place"
    from core import contents
    return None if contents(made) == space.good else "the package has other bytes"


def registered(title, word, short):
    def function(space):
        worked = 0
        for part in ["store", "home", "output", "folder"]:
            for sandbox in ["auto", "off"]:
                if space.column == "no-namespaces" and sandbox == "auto":
                    continue
                if part == "output" and sandbox == "off":
                    continue
                wrong = placed(space, word, part, sandbox)
                if wrong:
                    return f"{part}, --sandbox {sandbox}: {wrong}"
                worked += 1
                shutil.rmtree(space.dist, ignore_errors=True)
        require(worked, "nothing was tried")

    attempt(f"{title} in the paths of store, recipes, output and working folder", short=short)(function)


for key, value in LETTERS.items():
    registered(key, value, key == "a percent sign")


@attempt("a path of 3,000 letters")
def long(space):
    place = space.path("long")
    for _ in range(12):
        place = place / ("d" * 240)
    place.mkdir(parents=True)
    library.write(space)
    run = space.run("recipe", "tiny", "--output", place / "out", environment={"XBUILD_STORE": str(place / "store")}, timeout=60)
    return run.trouble()
