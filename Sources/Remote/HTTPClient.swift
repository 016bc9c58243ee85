// HTTP for caches: one thread with one libcurl multi handle, so that connections are used again, several requests share
// one where the server speaks HTTP/2, and any number of tasks can ask at once.

import CCurl
import Foundation
import Synchronization

/// Sends requests, many at a time, over connections that stay open.
public final class HTTPClient: Sendable {
    private let loop: HTTPLoop

    public init(_ settings: HTTPSettings) {
        let loop = HTTPLoop(settings)
        self.loop = loop
        Thread.detachNewThread { loop.run() }
    }

    deinit { loop.stop() }

    /// Sends a request and takes the answer, whatever its status. Cancelling the task ends the request.
    public func send(_ request: HTTPRequest) async -> Result<HTTPReply, HTTPFault> {
        let number = loop.nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.add(HTTPLoop.Order(number: number, request: request) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            loop.cancel(number)
        }
    }
}
