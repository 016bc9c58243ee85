"""Toolchain files that name wrappers, private folders, or programs of a stranger."""
import os

import library
from core import MEGABYTE, attempt, require

WRAPPER = "#!/bin/sh\n. {helper}\nexec clang \"$@\" $EXTRA\n"


@attempt("a wrapper of the compiler whose helper changes")
def wrapper(space):
    helper = space.write("tools/helper.sh", "EXTRA=\n")
    space.write("tools/clang-wrapper", WRAPPER.format(helper=helper), mode=0o755)
    library.toolchain(space, changes=[("cc: { try: clang }", f"cc: {{ try: {space.path('tools/clang-wrapper')} }}")],
                      more="")
    library.write(space, build="echo a > /dev/null")
    first = space.recipe("--sandbox", "off")
    require(first.status in (0, 1, 2, 3), first.text[-800:])
    if first.status != 0:
        return first.trouble()
    helper.write_text("EXTRA=-DEVIL\n")
    second = space.recipe("--sandbox", "off")
    return None if second.reached else "a changed helper of the wrapper did not change the key"


@attempt("a private folder under `visible`", sandbox=True, short=True)
def visible(space):
    key = space.write("user/.ssh/id_secret", space.secret, mode=0o600)
    library.toolchain(space, more=f"    visible: [{key.parent}]\n")
    library.write(space, build=f"cat {key} || :")
    run = space.recipe()
    require(run.reached or run.status in (2, 3), run.text[-800:])
    return "a build script reads ~/.ssh" if space.secret in run.text else run.trouble()


@attempt("`visible: [/]` and other folders of all users", sandbox=True)
def visible_root(space):
    secret = space.write("user/private.txt", space.secret)
    for place in ["/", "/root", str(space.folder / "user"), "/proc", "/sys", "/dev"]:
        library.toolchain(space, more=f"    visible: [{place}]\n")
        library.write(space, build=f"cat {secret} || :\nif touch {place}/hostile-visible 2>/dev/null; then echo @@wrote={place}; fi")
        run = space.recipe()
        if run.marks().get("wrote") and os.path.exists(f"{place}/hostile-visible"):
            os.unlink(f"{place}/hostile-visible")
            return f"a build script wrote into {place}"
        if run.trouble():
            return run.trouble()
        if space.secret in run.text:
            return f"with `visible: [{place}]` a build script reads the user's files"


@attempt("a toolchain file that is a fifo", short=True)
def fifo(space):
    file = space.home / "toolchains/linux-gnu.yaml"
    file.unlink()
    os.mkfifo(file)
    run = space.recipe(timeout=30)
    return "the run succeeded" if run.status == 0 else run.trouble(seconds=25)


@attempt("a toolchain file without end (/dev/zero)")
def device(space):
    file = space.home / "toolchains/linux-gnu.yaml"
    file.unlink()
    file.symlink_to("/dev/zero")
    run = space.recipe(timeout=30)
    return "the run succeeded" if run.status == 0 else run.trouble(seconds=25, memory=500 * MEGABYTE)


@attempt("tools named by relative paths", short=True)
def relative(space):
    space.write("home/recipes/tiny/evil", "#!/bin/sh\ntouch " + str(space.path("evil-ran")) + "\nexec clang \"$@\"\n", mode=0o755)
    for path in ["../recipes/tiny/evil", "recipes/tiny/evil", "./evil", "evil"]:
        library.toolchain(space, changes=[("cc: { try: clang }", f"cc: {{ try: \"{path}\" }}")])
        run = space.recipe(folder=space.home / "recipes/tiny")
        if space.path("evil-ran").exists():
            return f"`{path}` ran"
        if run.trouble():
            return run.trouble()


@attempt("YAML aliases in a toolchain file")
def aliases(space):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    space.write("home/toolchains/linux-gnu.yaml", "name: linux-gnu\n" + "\n".join(lines) + "\n")
    run = space.recipe(timeout=40)
    return "the run succeeded" if run.status == 0 else run.trouble(seconds=30, memory=400 * MEGABYTE)
