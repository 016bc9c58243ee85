// HTTP: threads with a libcurl multi handle each. Any number of tasks can send requests concurrently; connections are
// reused, and requests to a server with HTTP/2 share a connection.

import CCurl
import Foundation
import Synchronization

/// Sends concurrent requests over connections that stay open.
public final class HTTPClient: Sendable {
    /// The number of threads. Each decrypts, hashes and writes the bytes that it receives, and one core cannot keep up
    /// with a fast server.
    public static let threads = 2

    private let loops: [HTTPLoop]
    private let count = Atomic(0)

    /// - Parameter parallel: the number of concurrent requests of each thread.
    public init(parallel: Int = 12) {
        loops = (0..<Self.threads).map { _ in HTTPLoop(parallel: parallel) }
        for loop in loops { Thread.detachNewThread { loop.run() } }
    }

    deinit { for loop in loops { loop.stop() } }

    /// Sends a request and returns the answer, also if its status is an error. Cancelling the task ends the request.
    public func send(_ request: HTTPRequest, _ settings: HTTPSettings) async -> Result<HTTPReply, Trouble> {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        let loop = loops[number % loops.count]
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.add(
                    HTTPLoop.Order(number: number, request: request, settings: settings) {
                        continuation.resume(returning: $0)
                    })
            }
        } onCancel: {
            loop.cancel(number)
        }
    }
}
