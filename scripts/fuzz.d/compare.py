"""Reads the corpus's property lists with xbuild and with Python: if both accept a file, their values must be equal."""
import plistlib
import struct
import subprocess
import unicodedata

from program import FUZZ

# The formats that Python has a reader for.
COMPARED = "plist-xml", "plist-binary"


def described(value):
    """Returns a value in the form of PlistText.swift."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "#" + format(struct.unpack(">Q", struct.pack(">d", float(value)))[0], "x")
    if isinstance(value, str):
        return "'" + value.encode().hex()
    if isinstance(value, list):
        return "[" + ",".join(map(described, value)) + "]"
    if isinstance(value, dict):
        # In Swift, canonically equivalent strings are one key.
        keyed = {unicodedata.normalize("NFC", key): (key, described(item)) for key, item in value.items()}
        return "{" + ",".join(sorted(f"{key.encode().hex()}:{item}" for key, item in keyed.values())) + "}"
    return "nothing"


def expected(data):
    try:
        return described(plistlib.loads(data))
    except Exception:  # Any exception of plistlib is a refusal.
        return "refused"


def compare(program, name, environment):
    """Prints the result of the comparison; returns false if values differ."""
    output = FUZZ / name / "values"
    words = [program, "-runs=0", "-max_len=65536", FUZZ / name / "corpus", FUZZ / "seeds" / name]
    subprocess.run([str(word) for word in words], env=environment | {"XBUILD_FUZZ_VALUES": str(output)},
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    lines = [line.split(" ", 1) for line in output.read_text().splitlines()]
    rows = [(bytes.fromhex(data), ours, expected(bytes.fromhex(data))) for data, ours in lines]
    both = [each for each in rows if "refused" not in each[1:]]
    # An XML parser turns CR LF into one line end; Foundation and xbuild keep the CR.
    different = [each for each in both if each[1] != each[2] and b"\r" not in each[0]]
    alone = [sum(1 for each in rows if each[side] != "refused" and each[3 - side] == "refused") for side in (1, 2)]
    print(f"{name}: of {len(rows):,} inputs both read {len(both):,}, only xbuild {alone[0]:,}, only Python {alone[1]:,}; "
          f"they differ in {len(different)}")
    for data, ours, theirs in different[:5]:
        print(f"  {data!r}\n    xbuild {ours}\n    Python {theirs}")
    return not different
