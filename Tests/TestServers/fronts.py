"""The common parts of the test servers that stand in front of a server of the Remote Execution API.

FRONT.py PORT SERVER-PORT MESSAGES LOG KIND

MESSAGES is the folder of remote_services_pb2, made by protoc.
"""
import sys
from concurrent import futures

import grpc

PORT, BEHIND, MESSAGES, LOG, KIND = sys.argv[1:]
sys.path.insert(0, MESSAGES)
import remote_services_pb2 as wire  # noqa: E402, F401

UNBOUNDED = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
# The channel to the real server.
channel = grpc.insecure_channel(f"127.0.0.1:{BEHIND}", options=UNBOUNDED)


def note(*words):
    with open(LOG, "a") as log:
        print(*words, file=log)


def forwarded(call):
    """Returns a handler that forwards the call, and the errors of the real server."""
    def answer(request, context):
        try:
            return call(request, context)
        except grpc.RpcError as refusal:
            context.abort(refusal.code(), refusal.details())
    return answer


def forwarded_each(call):
    def answer(request, context):
        try:
            yield from call(request, context)
        except grpc.RpcError as refusal:
            context.abort(refusal.code(), refusal.details())
    return answer


def serve(front):
    """Serves calls with `front` until the process ends."""
    server = grpc.server(futures.ThreadPoolExecutor(16), handlers=[front], options=UNBOUNDED)
    server.add_insecure_port(f"127.0.0.1:{PORT}")
    server.start()
    server.wait_for_termination()
