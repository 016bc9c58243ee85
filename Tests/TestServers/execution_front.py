"""Stands in front of a server of the Remote Execution API and adds faults.

execution_front.py PORT SERVER-PORT MESSAGES LOG none|queue|cut|forget|restart|hiccup|lost|late|mix-up

Each call is a line of LOG.
"""
import itertools
import sys
import time

import grpc

sys.dont_write_bytecode = True
from fronts import KIND, channel, note, serve, forwarded, forwarded_each, wire  # noqa: E402

QUEUED = wire.ExecuteOperationMetadata(stage=wire.ExecuteOperationMetadata.QUEUED).SerializeToString()
results = {}
restarts = itertools.count()


def waiting(context):
    """Reports a waiting operation, as long as the client listens."""
    operation = wire.Operation(name="waiting", metadata=wire.Any(value=QUEUED))
    while context.is_active():
        yield operation.SerializeToString()
        time.sleep(0.1)


def operations(method, request, context):
    name = method.rsplit("/", 1)[1]
    if KIND == "queue":
        yield from waiting(context)
        return
    if KIND == "forget" and name == "WaitExecution":
        context.abort(grpc.StatusCode.NOT_FOUND, "no such operation")
    if KIND == "lost":
        context.abort(grpc.StatusCode.FAILED_PRECONDITION, "some inputs are missing")
    if KIND == "restart":
        number = next(restarts)
        if number in (1, 2, 3, 5):
            context.abort(grpc.StatusCode.UNAVAILABLE, "starting")
        if number == 4:
            context.abort(grpc.StatusCode.NOT_FOUND, "no such operation")
    for number, answer in enumerate(channel.unary_stream(method)(request)):
        if KIND == "late" and number == 0:
            time.sleep(1)
        yield answer
        if KIND == "hiccup" and name == "Execute":
            context.abort(grpc.StatusCode.INTERNAL, "a bad moment")
        if KIND == "restart" and number == 0:
            context.abort(grpc.StatusCode.UNAVAILABLE, "going down")
        if KIND in ("cut", "forget") and name == "Execute":
            context.abort(grpc.StatusCode.UNAVAILABLE, "a bad moment")


def mixed_up(request):
    """Returns the request with another action's digest, if both actions have results."""
    message = wire.GetActionResultRequest.FromString(request)
    others = [digest for name, digest in results.items() if name != message.action_digest.hash]
    if message.action_digest.hash in results and others:
        message.action_digest.CopyFrom(others[0])
    return message.SerializeToString()


def kept(request):
    message = wire.UpdateActionResultRequest.FromString(request)
    results[message.action_digest.hash] = message.action_digest


class Front(grpc.GenericRpcHandler):
    def service(self, call):
        method = call.method
        name = method.rsplit("/", 1)[1]
        note(name)
        if name in ("Execute", "WaitExecution"):
            return grpc.unary_stream_rpc_method_handler(
                forwarded_each(lambda request, context: operations(method, request, context)))
        if name == "Read":
            return grpc.unary_stream_rpc_method_handler(
                forwarded_each(lambda request, context: channel.unary_stream(method)(request)))
        if name == "Write":
            return grpc.stream_unary_rpc_method_handler(
                forwarded(lambda requests, context: channel.stream_unary(method)(requests)))
        return grpc.unary_unary_rpc_method_handler(forwarded(lambda request, context: self.passed(method, name, request)))

    def passed(self, method, name, request):
        if KIND == "mix-up" and name == "GetActionResult":
            request = mixed_up(request)
        if name == "UpdateActionResult":
            kept(request)
        if KIND == "queue" and name == "CancelOperation":
            return b""
        return channel.unary_unary(method)(request)


serve(Front())
