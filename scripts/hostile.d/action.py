"""Build scripts that try to leave the sandbox, to exhaust the machine, or to spoil what they share with others."""
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import library
from core import MEGABYTE, REACHED, Skip, attempt, blocks, parents_of_processes, require

HERE = Path(__file__).parent
# Each attempt is a row. All are made by one run of probes.py: title, names of its probes, part of the short form.
PROBED = [
    ("read /etc/shadow", ["read_shadow"], True),
    ("read root's home folder and the user's keys", ["read_root_home", "read_user_home"], True),
    ("read the store", ["read_store"], True),
    ("read other recipes", ["read_recipes"], True),
    ("reach the machine's files through /proc/1/root", ["read_through_init", "sandbox_programs"], True),
    ("write /usr, /etc and the compiler's folder", ["write_usr", "write_etc", "write_opt"], True),
    ("write the store", ["write_store"], True),
    ("write the source tree that targets share", ["write_source"], True),
    ("write a sysroot that targets share", ["write_sysroot"], True),
    ("remount /usr and files of /etc writable", ["remount_usr", "remount_etc"], True),
    ("remount the shared source tree writable", ["remount_source"], True),
    ("remount the sysroot writable", ["remount_sysroot"], True),
    ("mount and unmount", ["mount_tmpfs", "unmount", "new_mount_api"], True),
    ("chroot", ["change_root"], True),
    ("make a nested user namespace", ["nested_user_namespace", "nested_namespace_by_clone"], True),
    ("make a new mount namespace", ["new_mount_namespace"], True),
    ("join a namespace (setns)", ["set_namespace"], True),
    ("ptrace", ["trace_itself", "trace_sibling"], True),
    ("read the memory of a process (process_vm_readv)", ["read_memory"], True),
    ("use the kernel's keyrings (keyctl, add_key)", ["read_keyring", "add_key"], True),
    ("io_uring", ["io_uring"], True),
    ("bpf, perf_event_open and userfaultfd", ["bpf", "perf", "userfaultfd"], True),
    ("write the kernel's settings in /proc", ["kernel_settings", "system_request"], True),
    ("read the kernel's log and the disk's device", ["kernel_log", "disk_device"], True),
    ("keep capabilities", ["become_root"], True),
    ("connect to a server on loopback", ["network"], True),
    ("connect to an abstract socket of the machine", ["abstract_socket"], True),
    ("kill a process outside of the sandbox", ["kill_outside"], True),
    ("find the store's path in /proc/1/cmdline", ["command_line_of_init"], True),
    ("find credentials in an environment", ["environment_of_others"], True),
    ("use inherited descriptors", ["inherited_descriptors"], True),
    ("type into the user's terminal (TIOCSTI)", ["type_into_terminal", "terminal_descriptor"], True),
]
CREDENTIALS = {"AWS_SECRET_ACCESS_KEY": "hostile-credential-1", "XBUILD_REMOTE_TOKEN": "hostile-credential-2",
               "GITHUB_TOKEN": "hostile-credential-3"}
PROBES = {}


def probes(space):
    """Returns what each probe found: the name of a probe, and a text that begins with `open` or `shut`."""
    if PROBES:
        return PROBES
    token = f"hostile-{os.getpid()}"
    space.write("user/.ssh/id_secret", space.secret)
    space.write("sysroot/usr/include/empty.h", "")
    library.toolchain(space, sysroot=f"{{ folder: {space.path('sysroot')} }}")
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        other.bind(f"\0{token}")
        other.listen()
        victim = subprocess.Popen(["sleep", "600"])
        space.processes.append(victim)
        words = [space.folder, space.store, space.home, server.getsockname()[1], token, victim.pid, token]
        command = library.python("probes.py") + "".join(f" '{word}'" for word in words)
        library.write(space, build=command, files={"probes.py": (HERE / "probes.py").read_text()})
        run = space.recipe("--sandbox", "require", tty=True, environment=CREDENTIALS)
        require(run.reached, run.text[-2000:])
        PROBES.update({name: text for name, text in run.marks().items() if text.startswith(("open", "shut", "fault"))})
        if victim.poll() is not None:
            PROBES["kill_outside"] = "open: a process outside was killed"
        server.settimeout(0)
        try:
            server.accept()
            PROBES["network"] = "open: the server was reached"
        except BlockingIOError:
            pass
    for folder in ["/usr", "/etc", "/usr/bin"]:
        file = Path(folder, token)
        if file.exists():
            PROBES["write_usr"] = f"open: {file} was written"
            file.unlink()
    return PROBES


def probed(title, names, short):
    def function(space):
        found = probes(space)
        for name in names:
            require(name in found and not found[name].startswith("fault"), f"{name}: {found.get(name, 'no result')}")
        wins = [found[name].removeprefix("open: ") for name in names if found[name].startswith("open")]
        return "; ".join(wins) or None

    attempt(title, sandbox=True, short=short)(function)


for row in PROBED:
    probed(*row)


@attempt("find the store's path in the mount table", sandbox=True)
def mount_table(space):
    if probes(space)["mount_table"].startswith("open"):
        raise Skip("the kernel lists the sources of bind mounts; no secret, and no promise covers it")


def limited(space, option, value, script, seconds=60):
    """Runs a script with a limit. Returns the run, or why the promise cannot be kept."""
    library.write(space, build=script)
    if not space.has(option, "recipe"):
        return None
    return space.recipe(option, value, timeout=seconds)


# At most 300 processes, which end by themselves.
BOMB = """python3 - <<'END'
import os, time
made = 0
try:
    while made < 300:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        made += 1
except OSError:
    pass
print(f"@@made={made}", flush=True)
time.sleep(12)
print("@@survived=yes", flush=True)
END"""


@attempt("a fork bomb with --processes 60", short=True)
def fork_bomb(space):
    run = limited(space, "--processes", "60", BOMB)
    if run is None:
        return "the program has no --processes"
    require(run.reached, run.text[-800:])
    if run.marks().get("survived") or run.status == 0:
        return f"{run.marks().get('made')} processes ran at once"
    return run.trouble(seconds=40)


# At most 900 MB.
HOG = """python3 - <<'END'
import time
held = []
for step in range(1, 10):
    held.append(bytearray(b"x") * 100_000_000)
    print(f"@@held={step * 100}", flush=True)
    time.sleep(0.5)
time.sleep(5)
print("@@survived=yes", flush=True)
END"""


@attempt("memory beyond --memory 300M", short=True)
def memory(space):
    run = limited(space, "--memory", "300M", HOG)
    if run is None:
        return "the program has no --memory"
    require(run.reached, run.text[-800:])
    if run.marks().get("survived") or run.status == 0:
        return f"a step took {run.marks().get('held')} MB"
    return run.trouble()


@attempt("a step that never ends and ignores SIGTERM, with --timeout", short=True)
def endless(space):
    library.write(space, build="trap '' TERM INT HUP\nsleep 100 & wait; while :; do sleep 100; done")
    run = space.recipe("--timeout", "3s", timeout=45)
    require(run.reached, run.text[-800:])
    return run.trouble(seconds=20) or (None if run.status else "the run succeeded")


def with_log(size):
    return f"python3 -c 'import os, sys\nline = b\"x\" * 999 + b\"\\n\"\nfor _ in range({size // 1_000_000}): sys.stdout.buffer.write(line * 1000)'"


@attempt("a log of 200 MB", short=True)
def long_log(space):
    library.write(space, build=with_log(200 * MEGABYTE))
    run = space.run("recipe", "tiny", "--output", space.dist, timeout=180)
    require(run.status == 0 or run.ended, run.text[-800:])
    if run.ended or run.processor > 8:
        return f"the run took {run.processor:.0f} s of processor time" if not run.ended else run.trouble()
    return run.trouble(memory=400 * MEGABYTE)


@attempt("a log of 1.1 GiB")
def endless_log(space):
    library.write(space, build=with_log(1_180 * MEGABYTE) + "\necho @@end=yes")
    run = space.run("recipe", "tiny", "--output", space.dist, timeout=240, disk=False)
    if run.ended:
        return run.trouble()
    if run.status == 0:
        return "the step succeeded with a log of more than 1 GiB"
    require("xbuild" not in run.text or run.status == 1, run.text[-800:])
    return run.trouble(seconds=200, memory=400 * MEGABYTE)


def interrupted(space, number, script):
    """Sends a signal in the middle of a long log. Returns how many seconds the run then lasted."""
    library.write(space, build=script)
    moment = []

    def meanwhile(process):
        if not moment and blocks(space.store / "xbuild-work") > 30 * MEGABYTE:
            process.send_signal(number)
            moment.append(time.monotonic())

    run = space.run("recipe", "tiny", "--output", space.dist, timeout=90, meanwhile=meanwhile)
    require(moment, "the log did not become long: " + run.text[-500:])
    return run, time.monotonic() - moment[0]


@attempt("Ctrl-C and SIGTERM during a long log")
def interrupt(space):
    for number in [signal.SIGINT, signal.SIGTERM]:
        run, seconds = interrupted(space, number, with_log(900 * MEGABYTE))
        if run.ended or seconds > 3:
            return f"{number.name} ended the run after {seconds:.1f} s"
        if run.status not in (128 + number, -number):
            return f"{number.name} gave exit status {run.status}"


@attempt("a sparse output of 3 GB")
def sparse(space):
    library.write(space, install="truncate -s 3000000000 $DESTDIR$PREFIX/lib/huge.bin\necho @@made=yes")
    run = space.recipe(timeout=150)
    require(run.marks().get("made"), run.text[-800:])
    return run.trouble(seconds=150, memory=500 * MEGABYTE)


def linked(space, install, secret):
    """Runs an install step. Returns whether the package or the output has the secret."""
    library.write(space, install=install + "\necho @@made=yes")
    run = space.recipe(timeout=60)
    require(run.marks().get("made"), run.text[-800:])
    for place in [space.dist, space.store / "cas"]:
        for file in place.rglob("*"):
            if file.is_file() and not file.is_symlink() and secret.encode() in file.read_bytes():
                # The recipe's own script has the path, not the secret.
                return f"{file.relative_to(space.folder)} has the secret"
    return run.trouble()


@attempt("an output that is a link to a secret")
def link_out(space):
    secret = space.write("secret.txt", space.secret)
    return linked(space, f"ln -sf {secret} $DESTDIR$PREFIX/include/extra.h", space.secret)


@attempt("an output folder that is a link out of the stage")
def folder_link_out(space):
    secret = space.write("private/secret.h", space.secret)
    return linked(space, f"ln -s {secret.parent} $DESTDIR$PREFIX/include/private", space.secret)


@attempt("the library is a link to /etc/passwd")
def library_link(space):
    return linked(space, "ln -sf /etc/passwd $DESTDIR$PREFIX/lib/libtiny.a", Path("/etc/passwd").read_text()[:60])


@attempt("outputs that are a fifo and a socket", short=True)
def odd_outputs(space):
    make = "import socket, os; s = socket.socket(socket.AF_UNIX); os.chdir(os.environ['DESTDIR'] + '/usr/local/lib'); s.bind('s')"
    library.write(space, install=f"mkfifo $DESTDIR$PREFIX/lib/fifo\npython3 -c \"{make}\"\necho @@made=yes")
    run = space.recipe(timeout=60)
    require(run.marks().get("made"), run.text[-800:])
    odd = [file for file in space.dist.rglob("*") if file.exists() and not file.is_file() and not file.is_dir()]
    return run.trouble(seconds=50) or (f"delivered {odd}" if odd else None)


@attempt("a background process that survives the run", short=True)
def daemon(space):
    marker = f"{1000 + os.getpid() % 1000}.{time.time_ns() % 10**6:06}"
    library.write(space, build=f"setsid sleep {marker} >/dev/null 2>&1 </dev/null &\nsetsid sh -c 'trap \"\" TERM HUP; sleep {marker}' "
                               f"> /dev/null 2>&1 < /dev/null &\nsleep 0.5\necho @@started=yes")
    run = space.recipe(timeout=60)
    require(run.marks().get("started"), run.text[-800:])
    time.sleep(1)
    alive = []
    for process in parents_of_processes():
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", marker.encode()]:
            alive.append(process)
            os.kill(process, signal.SIGKILL)
    return f"{len(alive)} processes outlived the run" if alive else run.trouble()


@attempt("a background process that holds the log open")
def open_log(space):
    library.write(space, build="sleep 40 &\necho @@started=yes")
    run = space.recipe(timeout=60)
    require(run.marks().get("started"), run.text[-800:])
    return run.trouble(seconds=30)


@attempt("a step that takes all job tokens and keeps them")
def tokens(space):
    thief = "import os\nfor word in os.environ.get('MAKEFLAGS', '').split():\n" \
        "    if word.startswith('--jobserver-auth='):\n        ends = word.partition('=')[2]\n" \
        "        pipe = os.open(ends[5:], os.O_RDWR) if ends.startswith('fifo:') else int(ends.split(',')[0])\n" \
        "        os.set_blocking(pipe, False)\n        try:\n            print('@@taken=%d' % len(os.read(pipe, 100)))\n" \
        "        except BlockingIOError:\n            print('@@taken=0')\n"
    library.write(space, build=library.python("thief.py"), files={"thief.py": thief},
                  targets="linux-gnu-x86_64, linux-gnu-aarch64")
    run = space.recipe("--jobs", "3", timeout=60)
    require("taken" in run.marks(), run.text[-800:])
    return run.trouble(seconds=50) or (None if run.status == 0 else f"the run failed: {run.last()}")


@attempt("write into /run, /tmp and /var/tmp of the machine", short=True, sandbox=True)
def temporary(space):
    token = f"hostile-tmp-{os.getpid()}"
    places = ["/tmp", "/var/tmp", "/run", "/dev/shm", str(space.folder)]
    library.write(space, build="\n".join(f"touch {place}/{token} 2>/dev/null || :" for place in places))
    run = space.recipe()
    require(run.reached, run.text[-800:])
    found = [place for place in places if Path(place, token).exists()]
    for place in found:
        Path(place, token).unlink()
    return f"wrote into {found}" if found else None


@attempt("no sandbox: `auto` says so, also when all results come from the store", columns=("no-namespaces",), short=True)
def says_so(space):
    library.write(space, build="echo new > /dev/null")
    texts = [space.run("recipe", "tiny", "--output", space.path(name)) for name in ["one", "two"]]
    require(all(run.status == 0 for run in texts), texts[0].text[-800:])
    counts = [sum("sandbox" in line for line in run.text.splitlines()) for run in texts]
    if counts != [1, 1]:
        return f"{counts[0]} lines about the sandbox in the run that builds, {counts[1]} in the one from the store"


@attempt("no sandbox: `require` takes no results made without one", columns=("no-namespaces",), short=True)
def never_required(space):
    library.write(space, build="echo other > /dev/null")
    require(space.recipe().status == 0, "the first run fails")
    run = space.recipe("--sandbox", "require")
    return "the run succeeded" if run.status == 0 else run.trouble()


@attempt("results made with --sandbox off serve --sandbox require", sandbox=True, short=True)
def off_then_require(space):
    library.write(space, build="if [ -e /etc/hostname ] || [ -d /home ]; then echo @@outside=yes; fi")
    first = space.recipe("--sandbox", "off")
    require(first.reached and first.marks().get("outside"), first.text[-800:])
    second = space.recipe("--sandbox", "require")
    require(second.status in (0, 1), second.text[-800:])
    return None if second.reached else "the step without a sandbox was not run again"
