"""Running commands and knowing what they cost. Knows nothing of xbuild."""
import ctypes
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

CORES = os.cpu_count()


@dataclass
class Run:
    """One run of a command: seconds of the clock, of its processes, and of everybody else's."""
    wall: float
    cpu: float
    others: float
    # Bytes that the largest of its processes held at once.
    memory: int = 0

    @property
    def disturbance(self):
        return self.others / (self.wall * CORES)


def busy_seconds():
    """Seconds for which the processors have worked, for anybody."""
    try:
        user, nice, system, _, _, irq, softirq = map(int, Path("/proc/stat").read_text().split()[1:8])
    except OSError:
        return None
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def adopt_orphans():
    """Makes processes ours whose parents end before them, as a sandbox's first one does: their time counts too."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def measure(arguments, folder, environment, log, mask=0o022, beside=False):
    """Runs a command to its end, and what it left behind with it.

    With `beside` a server of ours, in a session of its own, goes on: what the command left behind in groups of its own is
    not waited for then, nor counted."""
    with open(log, "wb") as output:
        busy, started = busy_seconds(), time.monotonic()
        process = subprocess.Popen(
            arguments, cwd=folder, env=environment, umask=mask, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        cpu, wall, memory = 0.0, None, 0
        while True:
            try:
                ended, status, usage = os.wait4(0 if beside else -1, 0)
            except ChildProcessError:
                break
            cpu += usage.ru_utime + usage.ru_stime
            memory = max(memory, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
            if ended == process.pid:
                wall, process.returncode = time.monotonic() - started, os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"error: `{' '.join(map(str, arguments))}` failed with {process.returncode}: {output.name}")
    others = 0.0 if busy is None else max(0.0, busy_seconds() - busy - cpu)
    return Run(wall, cpu, others, memory)
