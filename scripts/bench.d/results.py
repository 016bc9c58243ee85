"""Reads folders from a store: Bazel's disk cache layout, with messages of the Remote Execution API.

A message is a sequence of fields, each a number with either an integer or bytes; no more of protobuf is needed.
"""
import shutil


def field(message, number):
    """Returns the values of one field: bytes, or integers."""
    values, at = [], 0

    def integer():
        nonlocal at
        value = shift = 0
        while True:
            byte, at = message[at], at + 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key, value = integer(), integer()
        if key & 7 == 2:
            value, at = message[at:at + value], at + value
        if key >> 3 == number:
            values.append(value)
    return values


def blob(store, digest):
    """Returns the path of the blob that a Digest names."""
    name = field(digest, 1)[0].decode()
    return store / "cas" / name[:2] / name


def result_folder(store, key, path, folder):
    """Writes an output folder of an action's result."""
    outputs = field((store / "ac" / key[:2] / key).read_bytes(), 3)
    output = next(each for each in outputs if field(each, 1)[0].decode() == path)
    lay_out(store, field(output, 5)[0], folder)


def lay_out(store, digest, folder):
    """Writes a Directory and everything below it."""
    folder.mkdir()
    directory = blob(store, digest).read_bytes()
    for node in field(directory, 1):
        path = folder / field(node, 1)[0].decode()
        shutil.copyfile(blob(store, field(node, 2)[0]), path)
        path.chmod(0o755 if field(node, 4) else 0o644)
    for node in field(directory, 2):
        lay_out(store, field(node, 2)[0], folder / field(node, 1)[0].decode())
    for node in field(directory, 3):
        (folder / field(node, 1)[0].decode()).symlink_to(field(node, 2)[0].decode())
