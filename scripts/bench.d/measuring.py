"""Runs commands and measures their cost; independent of xbuild."""
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
    """One run of a command: elapsed seconds, CPU seconds of its processes, and CPU seconds of all other processes."""
    wall: float
    cpu: float
    others: float
    # The peak memory of the command's largest process.
    memory: int = 0

    @property
    def disturbance(self):
        return self.others / (self.wall * CORES)


def busy_seconds():
    """Returns the CPU seconds of all processes on this machine; None if the system does not report them."""
    try:
        user, nice, system, _, _, irq, softirq = map(int, Path("/proc/stat").read_text().split()[1:8])
    except OSError:
        return None
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def adopt_orphans():
    """Lets this process adopt orphans, such as those of a sandbox whose first process ends: their time counts too."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def measure(arguments, folder, environment, log, mask=0o022, beside=False):
    """Runs a command and waits for all processes that it started.

    With `beside`, a server keeps running in its own session: orphans of the command in other process groups are then
    neither awaited nor counted."""
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
