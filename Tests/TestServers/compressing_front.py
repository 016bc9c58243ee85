"""Adds Zstandard to a server of the Remote Execution API that supports no compression.

compressing_front.py PORT SERVER-PORT MESSAGES LOG right|wrong|breaking|streams

Each compressed transfer is a line of LOG. With `wrong`, frames contain wrong bytes. With `breaking`, the first
attempt of a stream is interrupted, and later frames in streams contain wrong bytes. With `streams`, the server supports
Zstandard in streams only, and reports the uncompressed size of blobs that it has.
"""
import subprocess
import sys

import grpc

sys.dont_write_bytecode = True
from fronts import KIND, channel, note, serve, forwarded, wire  # noqa: E402

ZSTD = 1
API = "/build.bazel.remote.execution.v2"
known, broken = set(), set()


def zstd(data, *options):
    return subprocess.run(["zstd", "-q", "-c", *options], input=data, check=True, stdout=subprocess.PIPE).stdout


def frames(data):
    """Returns two frames: a reader must continue after the first."""
    half = len(data) // 2
    return zstd(data[:half]) + zstd(data[half:])


def plain(name):
    """Returns the name of the uncompressed blob, and its digest; None for an uncompressed transfer."""
    before, mark, after = name.partition("compressed-blobs/zstd/")
    return (before + "blobs/" + after, after.split("/")[0]) if mark else None


def capabilities(data, context):
    answer = wire.ServerCapabilities.FromString(channel.unary_unary(f"{API}.Capabilities/GetCapabilities")(data))
    answer.cache_capabilities.supported_compressors.append(ZSTD)
    if KIND != "streams":
        answer.cache_capabilities.supported_batch_update_compressors.append(ZSTD)
    return answer.SerializeToString()


def update(data, context):
    request = wire.BatchUpdateBlobsRequest.FromString(data)
    for each in request.requests:
        if each.compressor == ZSTD:
            note("batch-write", each.digest.hash)
            if KIND == "streams":
                raise ValueError("compressed, although compression was not offered")
            each.data = zstd(each.data, "-d")
            each.ClearField("compressor")
    return channel.unary_unary(f"{API}.ContentAddressableStorage/BatchUpdateBlobs")(request.SerializeToString())


def read_batch(data, context):
    request = wire.BatchReadBlobsRequest.FromString(data)
    is_taken = ZSTD in request.acceptable_compressors
    request.ClearField("acceptable_compressors")
    forwarded = channel.unary_unary(f"{API}.ContentAddressableStorage/BatchReadBlobs")(request.SerializeToString())
    answer = wire.BatchReadBlobsResponse.FromString(forwarded)
    for each in answer.responses:
        if is_taken and each.status.code == 0 and len(each.data) >= 1000:
            note("batch-read", each.digest.hash)
            each.data, each.compressor = frames(each.data[::-1] if KIND == "wrong" else each.data), ZSTD
    return answer.SerializeToString()


def read(data, context):
    request = wire.ReadRequest.FromString(data)
    found = plain(request.resource_name)
    if found:
        request.resource_name, digest = found
    answers = channel.unary_stream("/google.bytestream.ByteStream/Read")(request.SerializeToString())
    if not found:
        yield from answers
        return
    note("read", digest)
    blob = b"".join(wire.ReadResponse.FromString(answer).data for answer in answers)
    packed = frames(blob[::-1] if KIND in ("wrong", "breaking") else blob)
    if KIND == "breaking" and digest not in broken:
        broken.add(digest)
        context.abort(grpc.StatusCode.UNAVAILABLE, "a bad moment")
    for start in range(0, len(packed), 50_000):
        yield wire.ReadResponse(data=packed[start : start + 50_000]).SerializeToString()


def write(pieces, context):
    behind = channel.stream_unary("/google.bytestream.ByteStream/Write")
    pieces = [wire.WriteRequest.FromString(piece) for piece in pieces]
    found = plain(pieces[0].resource_name)
    if not found:
        return behind(piece.SerializeToString() for piece in pieces)
    packed = b"".join(piece.data for piece in pieces)
    if found[1] in known:
        size = int(found[0].rsplit("/", 1)[1]) if KIND == "streams" else -1
        return wire.WriteResponse(committed_size=size).SerializeToString()
    known.add(found[1])
    note("write", found[1])
    blob = zstd(packed, "-d")
    requests = [
        wire.WriteRequest(
            resource_name=found[0], write_offset=start, finish_write=start + 1_000_000 >= len(blob),
            data=blob[start : start + 1_000_000])
        for start in range(0, len(blob), 1_000_000)
    ]
    behind(request.SerializeToString() for request in requests)
    return wire.WriteResponse(committed_size=len(packed)).SerializeToString()


class Front(grpc.GenericRpcHandler):
    """Forwards all calls unchanged, except for the methods in `own`."""

    own = {
        "GetCapabilities": grpc.unary_unary_rpc_method_handler(forwarded(capabilities)),
        "BatchUpdateBlobs": grpc.unary_unary_rpc_method_handler(forwarded(update)),
        "BatchReadBlobs": grpc.unary_unary_rpc_method_handler(forwarded(read_batch)),
        "Read": grpc.unary_stream_rpc_method_handler(read),
        "Write": grpc.stream_unary_rpc_method_handler(forwarded(write)),
    }

    def service(self, call):
        name = call.method.rsplit("/", 1)[1]
        passed = forwarded(lambda data, context: channel.unary_unary(call.method)(data))
        return self.own.get(name) or grpc.unary_unary_rpc_method_handler(passed)


serve(Front())
