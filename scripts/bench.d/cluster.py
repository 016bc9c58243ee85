"""buildbox-casd on loopback compared with runs on this machine alone, and the simulator's forecasts."""
import json
import subprocess
import sys
from hashlib import sha256

from measuring import measure
from plan import generate
from servers import Cluster
from store import remove

DIGESTS = 100_000
TURNS = 2
SLICES = "ios-arm64,macos-x86_64"
WORKERS = [1, 10, 100, 1000]


def put_blobs(folder, count):
    """Writes small blobs into the server's folder, in its layout; returns their digests."""
    digests = []
    for number in range(count):
        blob = b"%d" % number
        hash_ = sha256(blob).hexdigest()
        place = folder / "cas/objects" / hash_[:2]
        place.mkdir(parents=True, exist_ok=True)
        (place / hash_[2:]).write_bytes(blob)
        digests.append(f"{hash_}/{len(blob)}")
    return digests


def measure_missing(program, programs, folder, environment, Row):
    """Measures a query for a hundred thousand blobs, of which half are present."""
    present = put_blobs(folder / "casd", DIGESTS // 2)
    absent = [f"{sha256(b'absent %d' % number).hexdigest()}/{number + 1}" for number in range(DIGESTS // 2)]
    mixed = [digest for pair in zip(present, absent) for digest in pair]
    (folder / "digests").write_text("".join(f"{digest}\n" for digest in mixed))
    cluster = Cluster(programs, folder / "casd", jobs=1)
    try:
        command = [program, "store", "missing", folder / "digests", "--remote", cluster.address]
        runs = [measure(command, folder, environment, folder / "missing", beside=True) for _ in range(5)]
    finally:
        cluster.kill()
    listed = set((folder / "missing").read_text().split("\n"))
    if not set(absent) <= listed or listed & set(present):
        sys.exit("error: the server's answer does not match its folder")
    best = min(run.wall for run in runs)
    return [Row(f"`xbuild store missing` of {DIGESTS:,} blobs, half of them on casd, best of 5", f"{best:.2f} s", "< 1 s",
                best < 1)]


def build(program, library, folder, name, environment, *more):
    store = folder / f"store-{name}"
    command = [program, "recipe", library, "--targets", SLICES, "--store", store, "-o", folder / f"dist-{name}", *more]
    run = measure(command, folder, environment, folder / f"{name}.log", beside="--remote" in more)
    print(f"  {name}: {run.wall:.1f} s, {run.cpu:.1f} s of CPU, others {run.disturbance:.0%}", file=sys.stderr)
    return run, store


def simulated(program, words, workers, store, environment, *more):
    command = [program, "plan", *words, "--store", store, "--workers", ",".join(map(str, workers)), "--json", *more]
    report = json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
    return report, {row["workers"]: row for row in report["rows"]}


def measure_execution(program, programs, library, folder, environment, Row):
    """Measures the same build here and on casd, with one job and with two, and compares the simulator's forecast."""
    local, remote, forecasts = {1: [], 2: []}, {1: [], 2: []}, None
    for turn in range(TURNS):
        for jobs in 1, 2:
            run, store = build(program, library, folder, f"{turn}-here-{jobs}", environment, "-j", str(jobs))
            if forecasts is None:
                _, forecasts = simulated(
                    program, [library, "--targets", SLICES], [1, 2], store, environment, "--bandwidth", "1000T")
                recorded = store
            else:
                local[jobs].append(run.wall)
            cluster = Cluster(programs, folder / f"casd-{turn}-{jobs}", jobs)
            try:
                options = ["-j", str(jobs), "--remote", cluster.address, "--execute"]
                remote[jobs].append(build(program, library, folder, f"{turn}-there-{jobs}", environment, *options)[0].wall)
            finally:
                cluster.kill()
    rows = []
    for jobs in 1, 2:
        here, there, forecast = min(local[jobs]), min(remote[jobs]), forecasts[jobs]["seconds"]
        name = "one job" if jobs == 1 else "two jobs"
        rows += [
            Row(f"`{library}`, {len(SLICES.split(','))} targets, {name}: here", f"{here:.1f} s"),
            Row(f"the same on casd, {name}", f"{there:.1f} s"),
            Row("casd / here", f"{there / here:.2f}", "≤ 1.25", there <= 1.25 * here),
            Row("the simulator's forecast from an earlier run / here", f"{forecast / here:.2f}", "0.85 to 1.15",
                0.85 <= forecast / here <= 1.15),
        ]
    return rows, recorded


def measure_simulation(program, checkout, recorded, folder, environment, Row):
    """Measures the simulation of a thousand recipes for forty targets, with durations that earlier builds recorded."""
    home = folder / "home"
    names = generate(home, checkout, 1000)
    settings = environment | {"XBUILD_HOME": str(home)}
    output = subprocess.run([program, "targets"], env=settings, check=True, stdout=subprocess.PIPE, text=True).stdout
    served = [line.split() for line in output.split("\n\n")[0].splitlines()]
    targets = ",".join([words[0] for words in served if words[-1] != "-"][:40])
    words = [*names, "--targets", targets]
    report, rows = simulated(program, words, WORKERS, recorded, settings)
    command = [program, "plan", *words, "--store", recorded, "--workers", ",".join(map(str, WORKERS))]
    run = measure(command, folder, settings, folder / "simulation.log")
    known = f"{report['steps']:,} steps, {report['guessed'] / report['steps']:.0%} of them guessed"
    found = [
        Row(f"1,000 recipes, 40 targets, {known}: planned and simulated for {len(WORKERS)} numbers of workers",
            f"{run.wall:.1f} s", "< 10 s", run.wall < 10),
        Row("peak memory", f"{run.memory / 1e6:.0f} MB", "< 800 MB", run.memory < 800e6),
        Row("critical path", f"{report['criticalPath']:.0f} s"),
    ]
    for count in WORKERS:
        row = rows[count]
        moved = (row["bytesFetched"] + row["bytesStored"]) / 1e9
        found.append(Row(
            f"{count:,} workers: time, efficiency, bytes moved",
            f"{row['seconds'] / 3600:.2f} h, {row['efficiency']:.0%}, {moved:.0f} GB"))
    return found


def measure_cluster(program, checkout, library, folder, environment, Row):
    programs = checkout / ".build/servers/buildstream/subprojects/buildbox"
    rows = measure_missing(program, programs, folder, environment, Row)
    executed, recorded = measure_execution(program, programs, library, folder, environment, Row)
    rows += executed + measure_simulation(program, checkout, recorded, folder, environment, Row)
    remove(*folder.glob("casd-*"))
    return rows
