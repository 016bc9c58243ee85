"""Results that claim another origin than they have, and results without the right signature."""
from hashlib import sha256

import wire
from cache import filled, harmless
from core import attempt, require


def swapped(space, cache, worker=None):
    """Replaces the headers in each result's folders by others; the results are still bound to their actions."""
    changed = 0
    for name in cache.results():
        result = cache.blobs[name]
        parts = []
        for number, value in wire.fields(result):
            if number == 3:
                inner = wire.fields(value)
                tree = next(blob for field, blob in inner if field == 3)
                value, done = evil_tree(cache, inner, tree)
                changed += done
            elif number == 9 and worker:
                value = wire.message([(field, worker.encode() if field == 1 else inner) for field, inner in wire.fields(value)])
            parts.append((number, value))
        cache.blobs[name] = wire.message(parts)
    require(changed, "no result has headers")


def evil_tree(cache, parts, tree):
    """Returns an output folder in whose tree the header files have other bytes."""
    name = wire.first(tree, 1).decode()
    root = cache.blobs.get(f"/cas/{name}")
    if root is None:
        return wire.message(parts), 0
    folders = {}
    children = [value for number, value in wire.fields(root) if number == 2]
    top = wire.first(root, 1) or b""
    known = {sha256(child).hexdigest(): child for child in children}
    done = [0]

    def rewritten(folder):
        out = []
        for number, value in wire.fields(folder):
            if number == 1 and (wire.first(value, 1) or b"").endswith(b".h"):
                old = wire.fields(value)
                text = cache.blobs.get("/cas/" + wire.first(wire.first(value, 2), 1).decode(), b"") + b"/* hostile */\n"
                value = wire.message([(field, cache.put(text) if field == 2 else inner) for field, inner in old])
                done[0] += 1
            elif number == 2:
                child = known.get(wire.first(wire.first(value, 2), 1).decode())
                if child is not None:
                    made = rewritten(child)
                    folders[sha256(made).hexdigest()] = made
                    value = wire.message([(field, cache.put(made) if field == 2 else inner)
                                          for field, inner in wire.fields(value)])
            out.append((number, value))
        return wire.message(out)

    made = rewritten(top)
    if not done[0]:
        return wire.message(parts), 0
    tree = cache.put(wire.message([(1, made), *((2, child) for child in folders.values())]))
    root = cache.put(made)
    return wire.message([(number, tree if number == 3 else root if number == 5 else value) for number, value in parts]), done[0]


def keys(space, name="key"):
    """Makes a key. Returns None if the program cannot."""
    if not space.has("keygen", "store") or not space.has("--trust", "recipe"):
        return None
    file = space.path(name)
    made = space.run("store", "keygen", file)
    require(made.status == 0 and file.exists(), made.text[-500:])
    return file


ACTION = b"type.xbuild/Action"


def unbound(metadata):
    return wire.message([(number, value) for number, value in wire.fields(metadata)
                         if not (number == 11 and wire.first(value, 1) == ACTION)])


def binding(result):
    """Returns the field with which a result names its action."""
    found = [value for number, metadata in wire.fields(result) if number == 9
             for inner, value in wire.fields(metadata) if inner == 11 and wire.first(value, 1) == ACTION]
    require(found, "the result names no action")
    return wire.text(9, wire.text(11, found[0]))


def without_trust(space, *words):
    """What a program without signatures does with a cache whose results were exchanged."""
    cache = filled(space)
    swapped(space, cache, worker="local-sandbox")
    wrong = harmless(space, cache.address, *words, hit=lambda: cache.gets)
    return f"the program has no --trust; {wrong}" if wrong else "the program has no --trust"


@attempt("with --trust: exchanged results without a signature", short=True)
def unsigned(space):
    key = keys(space)
    if key is None:
        return without_trust(space)
    cache = filled(space)
    swapped(space, cache)
    return harmless(space, cache.address, "--trust", f"{key}.pub", hit=lambda: any("/ac/" in path for path in cache.gets))


@attempt("with --trust: results signed by another key")
def other_key(space):
    key, other = keys(space), keys(space, "other")
    if key is None:
        return "the program has no --trust"
    cache = filled(space, "--sign-with", other)
    run = space.recipe("--remote", cache.address, "--trust", f"{key}.pub")
    require(any("/ac/" in path for path in cache.gets), run.text[-500:])
    if not run.reached:
        return "a result of the other key was used"
    return run.trouble() or (None if run.status == 0 and space.delivered() == space.good else "other bytes")


@attempt("with --trust: signed results serve, and other outputs under their signatures do not", short=True)
def tampered(space):
    key = keys(space)
    if key is None:
        return "the program has no --trust"
    cache = filled(space, "--sign-with", key)
    run = space.recipe("--remote", cache.address, "--trust", f"{key}.pub")
    require(run.status == 0 and not run.reached, "signed results do not serve: " + run.text[-800:])
    space.empty_store()
    swapped(space, cache)
    return harmless(space, cache.address, "--trust", f"{key}.pub", hit=lambda: any("/ac/" in path for path in cache.gets))


@attempt("with --trust: signed results under the keys of other actions", short=True)
def signed_exchange(space):
    key = keys(space)
    if key is None:
        return "the program has no --trust"
    cache = filled(space, "--sign-with", key)
    names = cache.results()
    texts = [cache.blobs[name] for name in names]
    # An attacker binds each result to the action under which the cache then serves it.
    for name, own, other in zip(names, texts, texts[1:] + texts[:1]):
        rest = [(number, unbound(value) if number == 9 else value) for number, value in wire.fields(other)]
        cache.blobs[name] = wire.message(rest) + binding(own)
    return harmless(space, cache.address, "--trust", f"{key}.pub", hit=lambda: any("/ac/" in path for path in cache.gets))


@attempt("a forged `worker` claim under --sandbox require", short=True, sandbox=True)
def forged_worker(space):
    key = keys(space)
    if key is None:
        return without_trust(space, "--sandbox", "require")
    cache = filled(space)
    swapped(space, cache, worker="local-sandbox")
    return harmless(space, cache.address, "--sandbox", "require", "--trust", f"{key}.pub",
                    hit=lambda: any("/ac/" in path for path in cache.gets))


@attempt("a result whose blobs do not exist")
def no_blobs(space):
    cache = filled(space)
    for name in cache.contents():
        del cache.blobs[name]
    return harmless(space, cache.address, hit=lambda: any("/ac/" in path for path in cache.gets))


@attempt("a signature that is random, empty, or 10 MB long")
def odd_signature(space):
    key = keys(space)
    if key is None:
        return "the program has no --trust"
    for junk in [b"", b"\xff" * 64, bytes(10_000_000)]:
        cache = filled(space, "--sign-with", key)
        for name in cache.results():
            result = cache.blobs[name]
            cache.blobs[name] = wire.message(wire.fields(result)[:-1]) + wire.text(
                9, wire.text(11, wire.text(1, "type.xbuild/Signature") + wire.text(2, junk)))
        wrong = harmless(space, cache.address, "--trust", f"{key}.pub", hit=lambda: cache.gets)
        if wrong:
            return f"{len(junk)} bytes: {wrong}"


@attempt("a private key that every user can read")
def open_key(space):
    key = keys(space)
    if key is None:
        return "the program has no `store keygen`"
    if key.stat().st_mode & 0o077:
        return f"`keygen` gave the key the mode {key.stat().st_mode & 0o777:o}"
    before = key.read_bytes()
    space.run("store", "keygen", key)
    return None if key.read_bytes() == before else "`keygen` replaced a key"


@attempt("a private key among the uploads of --sign-with")
def signed_upload(space):
    key = keys(space)
    if key is None:
        return "the program has no --sign-with"
    private = key.read_bytes()
    cache = filled(space, "--sign-with", key)
    body = b"".join(line for line in private.splitlines() if not line.startswith(b"-"))
    leaked = [path for path, content in cache.blobs.items() if body[-40:] in content]
    return f"the cache got the key in {leaked[0]}" if leaked else None
