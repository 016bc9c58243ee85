"""Recipes that want a shell, files outside of their folder, or all of the memory."""
import os
import shutil

import library
from archive import Files
from core import MEGABYTE, attempt, require

EVIL = ["$(touch injected)", "`touch injected`", "; touch injected #", "' ; touch injected ; '", '" ; touch injected ; "',
        "&& touch injected", "$((1)) | touch injected", "x\\ntouch injected"]


def quoted(words):
    return "[" + ", ".join("\"" + word.replace("\\", "\\\\").replace('"', '\\"') + "\"" for word in words) + "]"


@attempt("shell syntax in arguments and variables", short=True)
def shell(space):
    steps = ("    build: [{ script: build.sh, arguments: " + quoted(EVIL) + " }]\n    install: [{ script: install.sh }]")
    settings = "  variables: { EVIL: \"$(touch injected)\", EVIL2: \"`touch injected`\" }"
    check = "if [ -e injected ] || [ -e $SOURCE/injected ] || [ -e $BUILD/injected ]; then echo @@injected=yes; fi"
    library.write(space, steps=steps, settings=settings, build="echo @@words=$#\n" + check,
                  install=check)
    run = space.recipe()
    require(run.reached and run.marks().get("words") == str(len(EVIL)), run.text[-1500:])
    return "a command ran" if run.marks().get("injected") else run.trouble()


@attempt("shell syntax in flags and macros")
def shell_in_flags(space):
    for key, word in [("cflags", "-DX=$(touch injected)"), ("cflags", "-DX=`touch injected`"),
                      ("defines", "Y=$(touch injected)"), ("defines", "Y=1;touch injected")]:
        library.write(space, settings=f"  {key}: {quoted([word])}",
                      build="printf '%s' \"$CFLAGS $CPPFLAGS\"\nif [ -e injected ]; then echo @@injected=yes; fi",
                      install="if [ -e injected ]; then echo @@injected=yes; fi")
        run = space.recipe()
        require(run.status in (0, 1, 3), run.text[-800:])
        if run.marks().get("injected"):
            return f"a command ran from {key}"


def outside(space, token="hostile-outside"):
    return space.write("outside/script.sh", f"echo @@outside={token}\n" + library.BUILD.format(attack=""))


@attempt("a script that is a link out of the recipe's folder", short=True)
def linked_script(space):
    place = outside(space)
    library.write(space)
    script = space.home / "recipes/tiny/build.sh"
    script.unlink()
    script.symlink_to(place)
    run = space.recipe()
    require(run.status in (0, 1, 3), run.text[-800:])
    return "the script outside of the folder ran" if run.marks().get("outside") else run.trouble()


@attempt("a file that is a link to a secret", short=True)
def linked_file(space):
    secret = space.write("secret.txt", space.secret)
    library.write(space, build="cat $FILES/leak.txt", files={"leak.txt": ""})
    file = space.home / "recipes/tiny/leak.txt"
    file.unlink()
    file.symlink_to(secret)
    run = space.recipe()
    require(run.status in (0, 1, 3), run.text[-800:])
    return "the build read the secret" if space.secret in run.text else run.trouble()


@attempt("a file below a folder that is a link", short=True)
def linked_folder(space):
    space.write("private/leak.txt", space.secret)
    library.write(space, build="cat $FILES/sub/leak.txt", files={"sub/leak.txt": ""})
    folder = space.home / "recipes/tiny/sub"
    shutil.rmtree(folder)
    folder.symlink_to(space.path("private"))
    run = space.recipe()
    require(run.status in (0, 1, 3), run.text[-800:])
    return "the build read the secret" if space.secret in run.text else run.trouble()


@attempt("a file named by `../` and by an absolute path", short=True)
def far_file(space):
    secret = space.write("home/secret.txt", space.secret)
    for name in ["../../secret.txt", str(secret)]:
        library.write(space, build="cat $FILES/*.txt $FILES/../../secret.txt || find $FILES",
                      settings=f"  files: [\"{name}\"]")
        run = space.recipe()
        require(run.status in (0, 1, 3), run.text[-800:])
        if space.secret in run.text:
            return f"the build read `{name}`"


PATCH = "--- a/{old}\n+++ b/{new}\n@@ -0,0 +1 @@\n+hostile\n"


@attempt("a patch that writes outside of the source")
def patch(space):
    token = f"hostile-patch-{os.getpid()}"
    for name in [f"../../../../{token}", f"{space.folder}/{token}", f"x/../../../{token}"]:
        text = f"diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+hostile\n"
        library.write(space, patches="patches: [evil.patch]", scripts={"evil.patch": text})
        run = space.recipe()
        require(run.status in (0, 1, 3, 4), run.text[-800:])
        found = [parent / token for parent in space.store.parents if (parent / token).exists()]
        found += list(space.store.glob(f"*/{token}")) + list(space.store.glob(token))
        if found:
            found[0].unlink()
            return f"wrote {found[0]}"
        if run.trouble():
            return run.trouble()


@attempt("a patch through a link of the source")
def patch_link(space):
    import tarfile

    target = space.write("victim.txt", "old\n")
    link = tarfile.TarInfo("tiny-1.0.0/link.txt")
    link.type, link.linkname = tarfile.SYMTYPE, str(target)
    text = "--- a/link.txt\n+++ b/link.txt\n@@ -1 +1 @@\n-old\n+hostile\n"
    library.write(space, archive=library.tar([*library.plain_entries(), (link, None)]), patches="patches: [evil.patch]",
                  scripts={"evil.patch": text})
    run = space.recipe()
    require(run.status in (0, 1, 3, 4), run.text[-800:])
    return "the file outside was changed" if target.read_text() != "old\n" else run.trouble()


@attempt("a patch that is a link to a secret")
def patch_secret(space):
    text = f"--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+{space.secret}\n"
    secret = space.write("secret.patch", text)
    library.write(space, patches="patches: [evil.patch]", build="cat $SOURCE/new.txt || :")
    (space.home / "recipes/tiny/evil.patch").symlink_to(secret)
    run = space.recipe()
    require(run.status in (0, 1, 3, 4), run.text[-800:])
    return "the build read the secret" if space.secret in run.text else run.trouble()


@attempt("a source `path:` outside of the recipe's folder")
def source_path(space):
    archive = library.tar(library.plain_entries())
    file = space.write("home/secret.tar", archive)
    linked = space.home / "recipes/tiny/linked.tar"
    for name in ["../../secret.tar", str(file), "linked.tar"]:
        space.empty_store()
        library.write(space, archive=archive, archive_name=None,
                      source=f"path: \"{name}\", sha256: {library.sha256(archive).hexdigest()}")
        linked.unlink(missing_ok=True)
        linked.symlink_to(file)
        run = space.recipe()
        require(run.status in (0, 1, 3, 4), run.text[-800:])
        if run.status == 0:
            return f"built from `{name if name == 'linked.tar' else 'a file outside'}`"
        if run.trouble():
            return run.trouble()


def refused(space, text, seconds=30, memory=400 * MEGABYTE):
    """Runs a recipe file that cannot be good."""
    library.write(space, text=text)
    run = space.recipe(timeout=60)
    if run.status == 0:
        return "the run succeeded"
    return run.trouble(seconds=seconds, memory=memory)


@attempt("YAML aliases that grow (billion laughs)", short=True)
def aliases(space):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    return refused(space, "name: tiny\n" + "\n".join(lines) + "\nsummary: *a9\n")


@attempt("YAML nested 100,000 deep")
def deep(space):
    return refused(space, "name: tiny\nsummary: " + "[" * 100_000 + "]" * 100_000 + "\n") \
        or refused(space, "name: tiny\nsummary:\n" + "".join(" " * n + "a:\n" for n in range(1, 3000)))


@attempt("a recipe of 100 MB")
def huge(space):
    return refused(space, "name: tiny\nsummary: " + "x" * 100_000_000 + "\n", memory=900 * MEGABYTE)


@attempt("a recipe file that is a fifo", short=True)
def fifo(space):
    file = library.write(space)
    file.unlink()
    os.mkfifo(file)
    run = space.recipe(timeout=30)
    if run.status == 0:
        return "the run succeeded"
    if "permission denied" in run.text.lower():
        return f"the message names a wrong cause: {run.last()}"
    return run.trouble(seconds=25)


@attempt("a recipe file that is a device or a folder", short=True)
def device(space):
    for kind in ["/dev/zero", "/dev/stdin", "folder"]:
        file = library.write(space)
        file.unlink()
        file.mkdir() if kind == "folder" else file.symlink_to(kind)
        run = space.recipe(timeout=30)
        if run.status == 0:
            return "the run succeeded"
        if "permission denied" in run.text.lower():
            return f"{kind}: the message names a wrong cause: {run.last()}"
        if run.trouble():
            return f"{kind}: {run.trouble(seconds=25, memory=500 * MEGABYTE)}"
        file.rmdir() if kind == "folder" else file.unlink()


@attempt("products with `../`", short=True)
def products(space):
    space.write("secret.txt", space.secret)
    up = "../" * 10 + str(space.folder)[1:]
    for text in [f"{{ libraries: [\"{up}/secret.txt\"], headers: [tiny.h], module: tiny }}",
                 f"{{ libraries: [libtiny.a], headers: [\"{up}/secret.txt\"], module: tiny }}",
                 f"{{ libraries: [libtiny.a], headers: [tiny.h, \"../*\"], module: tiny }}"]:
        library.write(space, products=text)
        run = space.recipe()
        require(run.status in (0, 1, 3, 5), run.text[-800:])
        if run.status == 0 or any(space.secret.encode() in content for content in space.delivered().values()):
            return f"accepted {text}"


@attempt("license files with `../` and links")
def licenses(space):
    secret = space.write("secret.txt", space.secret)
    import tarfile

    link = tarfile.TarInfo("tiny-1.0.0/LINK")
    link.type, link.linkname = tarfile.SYMTYPE, str(secret)
    for name in ["../" * 10 + str(secret)[1:], "LINK"]:
        file = library.write(space, archive=library.tar([*library.plain_entries(), (link, None)]))
        file.write_text(file.read_text().replace("licenses: [COPYING]", f"licenses: [\"{name}\"]"))
        run = space.recipe()
        require(run.status in (0, 1, 3, 4, 5), run.text[-800:])
        if any(space.secret.encode() in content for content in space.delivered().values()):
            return f"the package has the secret by `{name}`"


@attempt("a module name that is code", short=True)
def module(space):
    for name in ["\"tiny { } module Evil [system]\"", "\"tiny\\n} module Evil {\"", "\"Evil.Sub\""]:
        library.write(space, products=f"{{ libraries: [libtiny.a], headers: [tiny.h], module: {name} }}")
        run = space.recipe()
        if any(b"Evil" in content for path, content in space.delivered().items() if path.endswith(".modulemap")):
            return f"the module map has the text of {name}"
        require(run.status != 0, "accepted, without effect")


@attempt("names with slashes and marks of direction")
def names(space):
    space.write("home/secret/recipe.yaml", library.write(space).read_text())
    for name in ["../secret", "tiny/../../secret", "./tiny", "/" + str(space.home / "recipes/tiny")]:
        run = space.run("recipe", name, "--output", space.path("far"))
        if run.status == 0 or run.trouble():
            return f"`{name}`: {run.trouble() or 'accepted'}"
    for name in ["\"../tiny\"", "\"ti\\u202eny\"", "\"tiny\\n\"", "\"\"", "\".\""]:
        library.write(space, named=name)
        run = space.recipe()
        if run.status == 0:
            return f"accepted the name {name}"


@attempt("a source at file://", short=True)
def file_url(space):
    archive = library.tar(library.plain_entries())
    file = space.write("secret.tar", archive)
    space.empty_store()
    library.write(space, archive=archive, archive_name=None,
                  source=f"url: \"file://{file}\", sha256: {library.sha256(archive).hexdigest()}")
    run = space.recipe()
    require(run.status in (0, 1, 3, 4), run.text[-800:])
    return "the file was read" if run.status == 0 else run.trouble()


@attempt("a source address with a password", short=True)
def password(space):
    archive = library.tar(library.plain_entries())
    server = Files(space, {"/tiny.tar": archive})
    address = server.address.replace("http://", "http://user:hunter2secret@")
    library.write(space, archive=archive, archive_name=None,
                  source=f"url: \"{address}/tiny.tar\", sha256: {library.sha256(archive).hexdigest()}")
    run = space.recipe()
    require(run.status in (0, 1, 3, 4), run.text[-800:])
    leaks = [path for path, content in space.delivered().items() if b"hunter2secret" in content]
    if leaks:
        return f"the package has the password in {leaks[0]}"
    return run.trouble()
