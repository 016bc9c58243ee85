import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, SIGTERM and a closed terminal as the cancellation of a task.
///
/// The first one cancels, and what runs has time to end its processes; a second one ends xbuild at once.
enum Interrupts {
    /// Runs `body` in a task that these signals cancel.
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await body() }
        let count = Mutex(0)
        // A reader that went away is an error of the write, not the end of the builds.
        signal(SIGPIPE, SIG_IGN)
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            // The default action would end the process before the source hears of it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                let isSecond = count.withLock { count in
                    count += 1
                    return count > 1
                }
                if isSecond { _exit(ExitStatus.interrupted.rawValue) }
                task.cancel()
            }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        return try await task.value
    }
}
