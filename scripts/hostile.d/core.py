"""The registry of attempts, and the folder with a small library in which each attempt runs the program."""
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

CLASSES = ["archive", "recipe", "toolchain", "action", "http_cache", "grpc_cache", "worker", "store", "output",
           "environment", "terminal", "path", "clock", "check"]
COLUMNS = {"root": "as root", "user": "as a user", "no-namespaces": "no user namespaces"}
MEGABYTE = 1_000_000
# The text that build scripts print: without it in a log, an attack was not run.
REACHED = "hostile-reached"


class Skip(Exception):
    """The attempt cannot be made here, for the reason given."""


class Unproven(Exception):
    """The attempt's control failed: the attack was not executed, so there is no verdict."""


@dataclass
class Attempt:
    title: str
    area: str
    function: object
    # Whether the attempt needs a sandbox, and so has no meaning without user namespaces.
    sandbox: bool
    # The columns in which the attempt has a meaning.
    columns: tuple
    # Whether the short form makes it.
    short: bool


ATTEMPTS = []


def attempt(title, sandbox=False, columns=tuple(COLUMNS), short=False):
    """Registers a function as an attempt. It returns None if the promise held, else a text that says what broke."""

    def register(function):
        area = Path(function.__code__.co_filename).stem
        ATTEMPTS.append(Attempt(title, area, function, sandbox, columns, short))
        return function

    return register


def require(condition, reason):
    """Ends the attempt without a verdict unless the condition holds."""
    if not condition:
        raise Unproven(reason)


@dataclass
class Run:
    """The end of a program: its exit status (negative: a signal), output, seconds, and peak memory in bytes."""

    status: int
    out: bytes
    err: bytes
    seconds: float
    processor: float
    memory: int
    # Why the script ended the run: "time", "memory" or "disk".
    ended: str | None = None
    arguments: list = field(default_factory=list)

    @property
    def text(self):
        return (self.out + b"\n" + self.err).decode(errors="replace")

    @property
    def reached(self):
        return REACHED in self.text

    def marks(self):
        """Returns the values that a build script printed as `@@NAME=VALUE`."""
        return dict(re.findall(r"@@([\w.-]+)=([^\r\n]*)", self.text))

    def trouble(self, seconds=90, memory=None):
        """Returns what is wrong with the run as such: a hang, a crash, too much memory or disk."""
        if self.ended == "time":
            return f"still running after {self.seconds:.0f} s"
        if self.ended == "memory":
            return f"more than {self.memory // MEGABYTE} MB of memory"
        if self.ended == "disk":
            return "more than 1 GB of files"
        if self.status < 0 or self.status in (132, 133, 134, 135, 136, 139):
            return f"crashed with signal {abs(self.status) % 128}"
        if self.seconds > seconds:
            return f"took {self.seconds:.0f} s"
        if memory and self.memory > memory:
            return f"took {self.memory // MEGABYTE} MB of memory"
        return None

    def last(self):
        """Returns the last line of the messages, for evidence."""
        lines = [line for line in self.text.splitlines() if line.strip()]
        return printable(lines[-1])[:160] if lines else "no output"


def printable(text):
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


def parents_of_processes():
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = Path("/proc", entry, "stat").read_text()
            except OSError:
                continue
            found[int(entry)] = int(text.rpartition(")")[2].split()[1])
    return found


def descendants(root):
    """Returns the IDs of the processes that a process started, directly or not."""
    parents, found = parents_of_processes(), {root}
    while True:
        more = {child for child, parent in parents.items() if parent in found} - found
        if not more:
            return found - {root}
        found |= more


def end(process):
    """Kills a process that the script started, and all below it."""
    for victim in [process.pid, *descendants(process.pid)]:
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            pass


def resident(process):
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s+(\d+)", text)
    return int(found[1]) * 1024 if found else 0


def blocks(folder):
    """Returns the real size of all files below a folder."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_blocks * 512
            except OSError:
                pass
    return total


class Programs:
    """The program under trial and what it offers."""

    def __init__(self, program, home):
        self.program, self.home, self.helps = Path(program).absolute(), Path(home).absolute(), {}

    def help(self, *command):
        if command not in self.helps:
            done = subprocess.run([self.program, *command, "--help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.helps[command] = done.stdout.decode(errors="replace")
        return self.helps[command]

    def has(self, option, *command):
        """Returns whether a command has an option, or `store` a subcommand."""
        return re.search(rf"(^|[\s,]){re.escape(option)}\b", self.help(*command)) is not None


class Space:
    """A fresh folder with a store, a home folder with the small library, and the program under trial."""

    def __init__(self, folder, programs, column, seed):
        self.folder, self.programs, self.column = folder, programs, column
        self.home, self.store, self.dist = folder / "home", folder / "store", folder / "dist"
        self.work = folder / "work"
        self.environment = {
            "PATH": os.environ["HOSTILE_PATH"], "HOME": str(folder / "user"), "XBUILD_HOME": str(self.home),
            "XBUILD_STORE": str(self.store), "XBUILD_OFFLINE": "", "XBUILD_REMOTE_TIMEOUT": "5", "TERM": "xterm",
        }
        self.secret = f"secret-{folder.name}-{os.getpid()}"
        self.servers, self.processes = [], []
        for place in [self.home, self.work, folder / "user"]:
            place.mkdir(parents=True)
        if seed:
            shutil.copytree(seed, self.store, symlinks=True)

    def path(self, name):
        return self.folder / name

    def write(self, name, content, mode=0o644):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        file.chmod(mode)
        return file

    def empty_store(self):
        """Removes all results but not what the store knows of the tools."""
        for name in ["ac", "cas"]:
            shutil.rmtree(self.store / name, ignore_errors=True)

    def run(self, *arguments, timeout=120, environment=None, folder=None, tty=False, limit=3_000 * MEGABYTE, disk=True,
            meanwhile=None, prefix=(), prepare=None, program=None):
        """Runs the program to its end and returns how it ended. `tty`: on a terminal of its own.

        Ends it after `timeout` seconds, with more than `limit` bytes of memory, or with 1 GB of files in the space.
        `meanwhile` is called with the process about ten times a second.
        """
        arguments = [str(argument) if not isinstance(argument, bytes) else argument for argument in arguments]
        variables = {**self.environment, **(environment or {})}
        variables = {name: value for name, value in variables.items() if value is not None}
        out, err = open(self.folder / "out", "w+b"), open(self.folder / "err", "w+b")
        screen, reader, streams = bytearray(), None, (out, err)
        if tty:
            ours, theirs = pty.openpty()
            streams = (theirs, theirs)
            reader = threading.Thread(target=read_terminal, args=(ours, screen), daemon=True)

        def before():
            os.setsid()
            if tty:
                import fcntl
                import termios
                fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if prepare:
                prepare()

        started = time.monotonic()
        process = subprocess.Popen(
            [*prefix, program or self.programs.program, *arguments], stdin=theirs if tty else subprocess.DEVNULL,
            stdout=streams[0], stderr=streams[1], env=variables, cwd=folder or self.work, preexec_fn=before)
        if tty:
            os.close(theirs)
            reader.start()
        ended, status, usage, peak, turn = None, None, None, 0, 0
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            time.sleep(0.01 if time.monotonic() - started < 1 else 0.05)
            turn += 1
            peak = max(peak, resident(process.pid))
            if meanwhile:
                meanwhile(process)
            if ended is None:
                if time.monotonic() - started > timeout:
                    ended = "time"
                elif peak > limit:
                    ended = "memory"
                elif disk and turn % 40 == 0 and blocks(self.folder) > 1_000 * MEGABYTE:
                    ended = "disk"
                if ended:
                    end(process)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - started
        if tty:
            reader.join(5)
            os.close(ours)
            texts = (bytes(screen), b"")
        else:
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read(64 * MEGABYTE))
        out.close()
        err.close()
        return Run(process.returncode, *texts, seconds, usage.ru_utime + usage.ru_stime,
                   max(peak, usage.ru_maxrss * 1024), ended, arguments)

    def recipe(self, *arguments, **more):
        """Runs `xbuild recipe tiny -v` into the folder `dist`."""
        return self.run("recipe", "tiny", "-v", "--output", self.dist, *arguments, **more)

    def has(self, option, *command):
        return self.programs.has(option, *command)

    def delivered(self):
        """Returns the files of the package by path, with their bytes; of links, their targets."""
        root = self.dist / "tiny-1.0.0"
        return contents(root)

    def close(self):
        for server in self.servers:
            server.close()
        for process in self.processes:
            end(process)
            process.wait()


def contents(root):
    found = {}
    for path in sorted(root.rglob("*")) if root.is_dir() else []:
        if path.is_symlink():
            found[str(path.relative_to(root))] = os.readlink(path).encode()
        elif path.is_file():
            found[str(path.relative_to(root))] = path.read_bytes()
    return found


def read_terminal(descriptor, screen):
    while True:
        try:
            piece = os.read(descriptor, 65536)
        except OSError:
            return
        if not piece:
            return
        if len(screen) < 64 * MEGABYTE:
            screen += piece
