import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, SIGTERM and a closed terminal as the cancellation of a task.
///
/// The first one cancels, and what runs has time to end its processes; a second one ends xbuild at once.
enum Interrupts {
    /// Runs `body` in a task that these signals cancel. Tells the number of the first one that came.
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) async -> (value: Value, signal: CInt?) {
        let task = Task { await body() }
        let first = Mutex<CInt?>(nil)
        // A reader that went away is an error of the write, not the end of the builds.
        signal(SIGPIPE, SIG_IGN)
        // A thread of its own: what computes may have all those of the pool.
        let queue = DispatchQueue(label: "signals", qos: .userInteractive)
        let sources = ([SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])).map { number in
            // The default action would end the process before the source hears of it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isSecond = first.withLock { first in
                    defer { first = first ?? number }
                    // Several that come at once are one event.
                    return first != nil || source.data > 1
                }
                if isSecond { _exit(128 + number) }
                task.cancel()
            }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        let value = await task.value
        return (value, first.withLock { $0 })
    }

    /// Whether whoever started xbuild wants it to go on all the same: `nohup` does.
    private static func isIgnored(_ number: CInt) -> Bool {
        let before = signal(number, SIG_IGN)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
