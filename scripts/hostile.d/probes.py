"""Runs in the sandbox as a step of a build: tries each escape in a process of its own and prints how each ended.

`python3 probes.py SPACE STORE HOME PORT SOCKET VICTIM TOKEN` prints `@@NAME=open: …` for an escape that succeeded, and
`@@NAME=shut: …` for one that was refused. It uses only the standard library of Python.
"""
import ctypes
import encodings.idna  # noqa: F401 - loaded before a probe hides the library's folder
import fcntl
import os
import signal
import socket
import stat
import sys

SPACE, STORE, HOME, PORT, SOCKET, VICTIM, TOKEN = sys.argv[1:]
SOURCE, SYSROOT = os.environ["SOURCE"], os.environ.get("SYSROOT", "")
libc = ctypes.CDLL(None, use_errno=True)
MS_RDONLY, MS_REMOUNT, MS_BIND, CLONE_NEWUSER, CLONE_NEWNS = 1, 32, 4096, 0x10000000, 0x20000
MACHINE = os.uname().machine
CALLS = {  # x86_64, aarch64
    "keyctl": (250, 219), "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "process_vm_readv": (310, 270), "add_key": (248, 217), "init_module": (175, 105),
    "pidfd_getfd": (438, 438), "open_tree": (428, 428), "fsopen": (430, 430), "clone3": (435, 435),
}
PROBES = {}


def probe(function):
    PROBES[function.__name__] = function
    return function


def call(name, *arguments):
    number = CALLS[name][0 if MACHINE == "x86_64" else 1]
    words = [word if not isinstance(word, int) else ctypes.c_long(word) for word in arguments]
    done = libc.syscall(ctypes.c_long(number), *words)
    if done < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return done


def checked(done):
    if done != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def mount(source, target, kind, flags):
    checked(libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), None))


def write(path, mode="w"):
    with open(path, mode) as file:
        file.write(TOKEN)
    return f"wrote {path}"


@probe
def read_shadow():
    return open("/etc/shadow").read(20)[:5] and "read /etc/shadow"


@probe
def read_root_home():
    return f"/root lists {os.listdir('/root')[:3]}"


@probe
def read_user_home():
    return "read " + open(f"{SPACE}/user/.ssh/id_secret").read()


@probe
def read_store():
    return f"the store lists {os.listdir(STORE)[:3]}"


@probe
def read_recipes():
    return f"the home folder lists {os.listdir(HOME)[:3]}"


@probe
def read_through_init():
    return "read " + open(f"/proc/1/root{SPACE}/user/.ssh/id_secret").read()


@probe
def write_usr():
    return write(f"/usr/{TOKEN}")


@probe
def write_etc():
    return write(f"/etc/{TOKEN}")


@probe
def write_opt():
    return write(os.path.dirname(os.environ["CC"].split()[0]) + f"/{TOKEN}")


@probe
def write_store():
    return write(f"{STORE}/{TOKEN}")


@probe
def write_source():
    try:
        os.chmod(f"{SOURCE}/one.c", 0o666)
    except OSError:
        pass
    return write(f"{SOURCE}/one.c", "a")


@probe
def write_sysroot():
    if not SYSROOT:
        raise OSError(2, "no sysroot")
    return write(f"{SYSROOT}/{TOKEN}")


def remounted(folder):
    mount("none", folder, "none", MS_REMOUNT | MS_BIND)
    return folder


@probe
def remount_usr():
    return write(f"{remounted('/usr')}/{TOKEN}")


@probe
def remount_etc():
    return f"made {remounted('/etc/passwd')} writable"


@probe
def remount_source():
    return write(f"{remounted(SOURCE)}/one.c", "a")


@probe
def remount_sysroot():
    if not SYSROOT:
        raise OSError(2, "no sysroot")
    return write(f"{remounted(SYSROOT)}/{TOKEN}")


@probe
def mount_tmpfs():
    mount("none", "/usr/lib", "tmpfs", 0)
    return "mounted a tmpfs over /usr/lib"


@probe
def unmount():
    checked(libc.umount2(b"/usr/include", 2))
    return "unmounted /usr/include"


@probe
def new_mount_api():
    call("fsopen", b"tmpfs", 0)
    return "opened a new filesystem"


@probe
def change_root():
    os.chroot("/tmp")
    return "chroot"


@probe
def nested_user_namespace():
    checked(libc.unshare(CLONE_NEWUSER))
    return "unshare(CLONE_NEWUSER)"


@probe
def nested_namespace_by_clone():
    number = 56 if MACHINE == "x86_64" else 220
    child = libc.syscall(ctypes.c_long(number), ctypes.c_ulong(CLONE_NEWUSER | signal.SIGCHLD), None, None, None, None)
    if child == 0:
        os._exit(0)
    if child < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    os.waitpid(child, 0)
    return "clone(CLONE_NEWUSER)"


@probe
def new_mount_namespace():
    checked(libc.unshare(CLONE_NEWNS))
    return "unshare(CLONE_NEWNS)"


@probe
def set_namespace():
    file = os.open("/proc/1/ns/user", os.O_RDONLY)
    checked(libc.setns(file, 0))
    return "setns"


@probe
def trace_itself():
    checked(libc.ptrace(0, 0, 0, 0))
    return "ptrace(PTRACE_TRACEME)"


@probe
def trace_sibling():
    checked(libc.ptrace(0x4206, os.getppid(), 0, 0))
    return "ptrace(PTRACE_SEIZE)"


@probe
def read_memory():
    source, target = ctypes.create_string_buffer(b"text", 8), ctypes.create_string_buffer(8)

    class Piece(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    local = Piece(ctypes.cast(target, ctypes.c_void_p), 4)
    remote = Piece(ctypes.cast(source, ctypes.c_void_p), 4)
    call("process_vm_readv", os.getpid(), ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
    return "process_vm_readv"


@probe
def read_keyring():
    return f"keyctl: keyring {call('keyctl', 0, -3, 1)}"


@probe
def add_key():
    return f"add_key: {call('add_key', b'user', TOKEN.encode(), b'x', 1, -3)}"


@probe
def io_uring():
    call("io_uring_setup", 1, ctypes.create_string_buffer(256))
    return "io_uring_setup"


@probe
def bpf():
    attributes = ctypes.create_string_buffer(b"\x02\0\0\0\x04\0\0\0\x04\0\0\0\x01\0\0\0", 128)
    call("bpf", 0, attributes, 72)
    return "bpf(BPF_MAP_CREATE)"


@probe
def perf():
    attributes = ctypes.create_string_buffer(b"\x01\0\0\0\x70\0\0\0", 112)
    call("perf_event_open", attributes, 0, -1, -1, 0)
    return "perf_event_open"


@probe
def userfaultfd():
    call("userfaultfd", 0)
    return "userfaultfd"


@probe
def kernel_settings():
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
    return "opened /proc/sys/kernel/core_pattern for writing"


@probe
def system_request():
    os.close(os.open("/proc/sysrq-trigger", os.O_WRONLY))
    return "opened /proc/sysrq-trigger for writing"


@probe
def kernel_log():
    os.close(os.open("/dev/kmsg", os.O_RDONLY))
    return "opened /dev/kmsg"


@probe
def disk_device():
    os.mknod("disk", stat.S_IFBLK | 0o600, os.makedev(254, 0))
    return f"read {len(os.read(os.open('disk', os.O_RDONLY), 512))} bytes of the disk"


@probe
def become_root():
    if os.getuid() == 0 and open("/proc/self/status").read().find("CapEff:\t0000000000000000") < 0:
        return "runs as root with capabilities"
    raise OSError(1, "no capabilities")


@probe
def network():
    with socket.create_connection(("127.0.0.1", int(PORT)), 3) as connection:
        connection.sendall(TOKEN.encode())
    return "connected to a server on the machine"


@probe
def abstract_socket():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect("\0" + SOCKET)
    return "connected to an abstract socket of the machine"


@probe
def kill_outside():
    os.kill(int(VICTIM), signal.SIGKILL)
    return "killed a process of the machine"


@probe
def command_line_of_init():
    text = open("/proc/1/cmdline", "rb").read()
    if STORE.encode() in text:
        return "/proc/1/cmdline names the store"
    raise OSError(2, "no path of the store")


@probe
def environment_of_others():
    for process in [name for name in os.listdir("/proc") if name.isdigit()] + ["self"]:
        try:
            text = open(f"/proc/{process}/environ", "rb").read()
        except OSError:
            continue
        if b"hostile-credential" in text:
            return f"the environment of process {process} has the caller's secrets"
    raise OSError(2, "no secret")


@probe
def mount_table():
    if STORE in open("/proc/self/mountinfo").read():
        return "the kernel's mount table names the store"
    raise OSError(2, "no path of the store")


@probe
def inherited_descriptors():
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        if int(name) > 2 and target.startswith("/") and not target.startswith(("/proc", "/dev", "/run/xbuild", "/xbuild")):
            return f"descriptor {name} is {target}"
        if int(name) > 2 and target.startswith("socket:"):
            return f"descriptor {name} is a socket"
    raise OSError(9, "none but pipes")


@probe
def type_into_terminal():
    terminal = os.open("/dev/tty", os.O_RDWR)
    fcntl.ioctl(terminal, 0x5412, b"x")
    return "typed into the terminal"


@probe
def terminal_descriptor():
    for descriptor in range(10):
        try:
            if os.isatty(descriptor):
                return f"descriptor {descriptor} is the user's terminal"
        except OSError:
            pass
    raise OSError(25, "no terminal")


@probe
def sandbox_programs():
    return write("/proc/1/root/usr/bin/" + TOKEN)


# The probes that hide or expose folders for all later ones come last.
LAST = ["remount_usr", "remount_etc", "remount_source", "remount_sysroot", "unmount", "mount_tmpfs"]
for name in sorted(PROBES, key=lambda name: LAST.index(name) if name in LAST else -1):
    function = PROBES[name]
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            print(f"@@{name}=open: {function()}", flush=True)
        except OSError as error:
            print(f"@@{name}=shut: {error.strerror}", flush=True)
        except BaseException as error:
            print(f"@@{name}=fault: {error!r}", flush=True)
        os._exit(0)
    os.waitpid(child, 0)
