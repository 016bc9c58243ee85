"""Text that would command the terminal: every run has a terminal of its own, which must never get the bytes raw."""
import os

import library
from archive import Files
from core import attempt, require

# Sets the title of the window; as C1 control of eight bits in UTF-8; clears a line; moves; reverses the direction.
EVILS = {"OSC": "\x1b]0;HOSTILE\x07", "C1": "\u009d0;HOSTILE\u009c", "backspaces": "HOSTILE\x08\x08\x08\x08"}


def raw(run):
    """Returns which of the texts a terminal got raw. The word must appear, or the text did not come so far."""
    found = [name for name, text in EVILS.items() if text.encode() in run.out]
    return f"the terminal got {', '.join(found)} raw" if found else None


def judged(run, word="HOSTILE"):
    require(word in run.text, f"the text was not shown: {run.text[-800:]}")
    return raw(run) or run.trouble()


def escaped(text):
    return "".join(f"\\u{ord(letter):04x}" if not 32 <= ord(letter) < 127 else letter for letter in text)


ALL = "".join(EVILS.values())


@attempt("`summary:` of a recipe", short=True)
def summary(space):
    library.write(space, summary=f"\"{escaped(ALL)}\"")
    run = space.run("recipes", tty=True)
    # A program may also refuse the summary.
    return raw(run) or run.trouble()


@attempt("unknown keys and wrong values in a recipe", short=True)
def keys(space):
    library.write(space, more=f"\"{escaped(ALL)}\": 1\nhomepage: \"{escaped(ALL)}\"")
    return judged(space.recipe(tty=True))


@attempt("the source line under an error in a recipe", short=True)
def source_line(space):
    library.write(space, more=f"nonsense: 1 # {EVILS['C1']}\u202eHOSTILE")
    run = space.recipe(tty=True)
    require("nonsense" in run.text, run.text[-500:])
    return raw(run) or run.trouble()


@attempt("arguments and options", short=True)
def arguments(space):
    for words in [["recipe", ALL], ["recipe", "tiny", "--" + ALL], [ALL], ["recipe", "tiny", "--targets", ALL],
                  ["store", "show", ALL], ["check", ALL], ["recipe", "tiny", "--timeout", ALL],
                  ["recipe", "tiny", "--remote", "http://" + ALL], ["plan", "tiny", "--toolchain", ALL]]:
        run = space.run(*words, tty=True, timeout=40)
        require(run.status != 0, "accepted")
        wrong = raw(run) or run.trouble()
        if wrong:
            return f"`{' '.join(words[:-1])}`: {wrong}"


@attempt("the name of the output folder (-o)", short=True)
def output(space):
    run = space.run("recipe", "tiny", "--output", space.path("out" + ALL.replace("/", "")), tty=True)
    require(run.status in (0, 2, 70), run.text[-500:])
    return raw(run) or run.trouble()


@attempt("names of installed files", short=True)
def installed(space):
    name = "$(printf '\\033]0;HOSTILE\\007')"
    library.write(space, install=f"echo x > \"$DESTDIR$PREFIX/include/{name}.h\"\necho x > \"$DESTDIR/{name}\"")
    run = space.recipe(tty=True)
    require(run.reached, run.text[-500:])
    return raw(run) or run.trouble()


@attempt("the log of a failing step", short=True)
def log(space):
    library.write(space, build="printf '\\033]0;HOSTILE\\007 \\302\\2350;HOSTILE\\302\\234\\n'\nprintf 'HOSTILE\\010\\010\\010\\010\\n'\nexit 1")
    return judged(space.run("recipe", "tiny", "--output", space.dist, tty=True))


@attempt("the log of a step with -v, and `store show --log`", short=True)
def verbose(space):
    library.write(space, build="printf '\\033]0;HOSTILE\\007 \\302\\2350;HOSTILE\\302\\234\\n'\nprintf 'HOSTILE\\010\\010\\010\\010\\n'")
    run = space.recipe(tty=True)
    wrong = judged(run)
    if wrong:
        return wrong
    for file in (space.store / "ac").rglob("*"):
        if file.is_file() and (shown := raw(space.run("store", "show", "--log", file.name[:12], tty=True))):
            return f"store show: {shown}"


@attempt("names in an archive")
def archive(space):
    from archive import entry, extended

    evil = extended(entry("tiny-1.0.0/../" + EVILS["OSC"], content=b"x"), entry("../" + EVILS["C1"], content=b"x"))
    library.write(space, archive=evil)
    run = space.recipe(tty=True)
    require(run.status in (0, 1, 3, 4), run.text[-500:])
    return raw(run) or run.trouble()


@attempt("names and lines in a patch")
def patch(space):
    for text in [f"--- a/{EVILS['OSC']}\n+++ b/{EVILS['OSC']}\n@@ -1 +1 @@\n-x\n+y\n",
                 f"--- a/one.c\n+++ b/one.c\n@@ -1 +1 @@\n-{ALL}\n+y\n", f"nonsense {ALL}\n"]:
        library.write(space, patches="patches: [evil.patch]", scripts={"evil.patch": text})
        run = space.recipe(tty=True)
        require(run.status in (1, 3, 4), run.text[-500:])
        if raw(run):
            return raw(run)


@attempt("messages of a server")
def server(space):
    def answer(request):
        request.wfile.write(b"HTTP/1.1 404 " + EVILS["OSC"].encode() + b"\r\nLocation: http://" + EVILS["C1"].encode()
                            + b"\r\nServer: " + EVILS["OSC"].encode() + b"\r\n\r\n" + ALL.encode())

    served = Files(space, {}, answer)
    digest = "0" * 64
    library.write(space, source=f"url: \"{served.address}/tiny.tar\", sha256: {digest}")
    run = space.recipe(tty=True)
    require(served.requests, run.text[-500:])
    return raw(run) or run.trouble()


@attempt("names of recipes and folders")
def names(space):
    for name in [EVILS["OSC"].replace("\x07", ""), "x\x1b[2Jx"]:
        (space.home / f"recipes/{name}").mkdir()
        space.write(f"home/recipes/{name}/recipe.yaml", f"name: \"{escaped(name)}\"\n")
    for words in [["recipes"], ["lint"], ["recipe", "tinx"]]:
        run = space.run(*words, tty=True)
        if b"\x1b[2Jx" in run.out or b"\x1b]0;HOSTILE" in run.out:
            return f"`{words[0]}`: the terminal got a folder's name raw"


@attempt("a toolchain's summary and error", short=True)
def toolchain(space):
    library.toolchain(space, changes=[("summary: a small toolchain", f"summary: \"{escaped(ALL)}\"")])
    run = space.run("toolchains", tty=True)
    if raw(run):
        return raw(run)
    library.toolchain(space, more=f"    \"{escaped(ALL)}\": 1\n")
    return raw(space.recipe(tty=True))


@attempt("the contents of a package (`check`, `diff`, `audit`, `nm`)", short=True)
def package(space):
    import json

    space.write("evil.artifactbundle/info.json", json.dumps({"schemaVersion": "1.0", "artifacts": {
        ALL: {"type": ALL, "version": ALL, "variants": [{"path": ALL, "supportedTriples": [ALL]}]}}}))
    space.write(f"evil.artifactbundle/{EVILS['OSC']}.h", "x")
    run = space.run("check", space.path("evil.artifactbundle"), tty=True)
    wrong = judged(run)
    if wrong:
        return f"check: {wrong}"
    space.write("left/a.txt", "x")
    space.write(f"right/{EVILS['OSC']}.txt", "x")
    run = space.run("diff", space.path("left"), space.path("right"), tty=True)
    if raw(run):
        return f"diff: {raw(run)}"
    name = "tiny.tar" + EVILS["OSC"]
    space.write(name, os.urandom(100))
    for command in ["audit", "nm"]:
        run = space.run(command, space.path(name), tty=True)
        if raw(run):
            return f"{command}: {raw(run)}"
