"""Measures lipo against the system's own tools for the same bytes, and against llvm-lipo.

The slices are archives like those of real libraries: thousands of real objects of some kilobytes.
"""
import os
import statistics
import subprocess
import sys
import time

SLICE_SIZE = 40_000_000
LLVM = "llvm-lipo-22"
TRIPLES = {
    "armv7": "armv7-apple-ios9.0", "armv7s": "armv7s-apple-ios9.0", "i386": "i386-apple-ios9.0-simulator",
    "x86_64": "x86_64-apple-ios9.0-simulator", "arm64": "arm64-apple-ios9.0"}
# An object has some 8 kB, like most objects of libcrypto.
SOURCE = "".join(
    f"int e{n}(int); extern int g{n};"
    f"int f{n}(int x) {{ for (int k = 0; k < x; k++) g{n} += e{n}(k * {n} + x) ^ x; return x * {n} + g{n}; }}\n"
    for n in range(40))
TURNS = 9


def make_archive(path, triple):
    """Writes an archive that contains one object under many names."""
    compile = ["clang", "-target", triple, "-ffreestanding", "-nostdinc", "-O2", "-x", "c", "-c", "-", "-o", path]
    subprocess.run(compile, input=SOURCE.encode(), check=True)
    contents = path.read_bytes()
    with open(path, "wb") as archive:
        archive.write(b"!<arch>\n")
        for index in range(SLICE_SIZE // (60 + len(contents)) + 1):
            head = f"{f'{index}.o':16}{0:<12}{0:<6}{0:<6}{644:<8}{len(contents):<10}`\n".encode()
            archive.write(head + contents + b"\n" * (len(contents) % 2))


def run(command, output=None):
    """Returns the seconds and the peak memory of a command, which must succeed.

    A process inherits the peak memory of its parent. To exclude Python's peak, a shell starts the command in the
    background and exits; this process adopts the orphan and reads the figures of the command alone.
    """
    with open(output or os.devnull, "wb") as file:
        started = time.monotonic()
        shell = subprocess.Popen(["sh", "-c", '"$@" &', "sh", *map(str, command)], stdout=file)
        status = usage = None
        while True:
            try:
                ended, ended_status, ended_usage = os.wait4(-1, 0)
            except ChildProcessError:
                break
            if ended != shell.pid:
                status, usage = ended_status, ended_usage
        seconds = time.monotonic() - started
    shell.returncode = 0
    if status != 0:
        sys.exit(f"error: `{' '.join(map(str, command))}` failed")
    return seconds, usage.ru_maxrss * 1024


def compare(output, commands, turns=TURNS):
    """Returns the least time and the greatest memory of each command; they take turns, and each writes a new file."""
    seconds, peak = {name: [] for name in commands}, {name: 0 for name in commands}
    for _ in range(turns):
        for name, (command, to) in commands.items():
            output.unlink(missing_ok=True)
            took, bytes_used = run(command, to)
            seconds[name].append(took)
            peak[name] = max(peak[name], bytes_used)
    output.unlink(missing_ok=True)
    return {name: min(each) for name, each in seconds.items()}, peak


def measure_lipo(program, folder, Row):
    """Returns the rows of the table."""
    slices = [folder / f"{name}.a" for name in TRIPLES]
    for path, triple in zip(slices, TRIPLES.values()):
        make_archive(path, triple)
    output, fat = folder / "output.a", folder / "fat.a"
    create = {
        "cat": (["cat", *slices], output),
        "lipo": ([program, "-create", *slices, "-output", output], None),
        "llvm": ([LLVM, "-create", *slices, "-output", output], None),
    }
    seconds, peak = compare(output, create)
    run(create["lipo"][0][:-1] + [fat])
    run(create["llvm"][0])
    if fat.read_bytes() != output.read_bytes():
        sys.exit("error: lipo and llvm-lipo write different bytes")
    rows = [
        Row("`cat` of five archives of 40 MB", f"{seconds['cat'] * 1000:.0f} ms"),
        Row("`lipo -create` of them / `cat`", f"{seconds['lipo'] / seconds['cat']:.2f}", "≤ 1.15",
            seconds["lipo"] <= 1.15 * seconds["cat"]),
        Row("llvm-lipo / `lipo`", f"{seconds['llvm'] / seconds['lipo']:.1f}", "≥ 2.5",
            seconds["llvm"] >= 2.5 * seconds["lipo"]),
        Row("peak memory of `lipo`", f"{peak['lipo'] / 1e6:.1f} MB", "< 30 MB", peak["lipo"] < 30e6),
        Row("peak memory of llvm-lipo", f"{peak['llvm'] / 1e6:.0f} MB"),
    ]
    return rows + thin_rows(program, fat, output, Row) + start_rows(program, fat, Row)


def thin_rows(program, fat, output, Row):
    details = subprocess.run([program, "-detailed_info", fat], check=True, stdout=subprocess.PIPE, text=True).stdout
    words = details.split("architecture x86_64\n")[1].split()
    offset, size = (words[words.index(word) + 1] for word in ("offset", "size"))
    copy = ["dd", f"if={fat}", f"of={output}", "bs=1M", "iflag=skip_bytes,count_bytes", f"skip={offset}",
            f"count={size}", "status=none"]
    seconds, peak = compare(output, {
        "dd": (copy, None), "lipo": ([program, fat, "-thin", "x86_64", "-output", output], None)}, 3 * TURNS)
    return [
        Row("`dd bs=1M` of one slice", f"{seconds['dd'] * 1000:.1f} ms"),
        Row("`lipo -thin` of it / `dd`", f"{seconds['lipo'] / seconds['dd']:.2f}", "≤ 1.15",
            seconds["lipo"] <= 1.15 * seconds["dd"]),
        Row("peak memory of `lipo -thin`", f"{peak['lipo'] / 1e6:.1f} MB", "< 30 MB", peak["lipo"] < 30e6),
    ]


def start_rows(program, fat, Row):
    def milliseconds(command):
        times = []
        for _ in range(50):
            started = time.monotonic()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times.append((time.monotonic() - started) * 1000)
        return statistics.median(times)

    info, start = milliseconds([program, "-info", fat]), milliseconds([program, "-help"])
    return [
        Row("`lipo -info` of the fat archive, 200 MB, median of 50", f"{info:.1f} ms", "< 5 ms", info < 5),
        Row("`lipo -help`, median of 50", f"{start:.1f} ms", "< 5 ms", start < 5),
        Row("the program", f"{os.stat(program).st_size / 1e6:.1f} MB"),
    ]
