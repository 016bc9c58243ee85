import Foundation
import Synchronization

/// Turns Ctrl-C, SIGTERM and a closed terminal into the cancellation of a task.
///
/// The first signal cancels the task, which leaves time to end processes; a second signal ends the program at once.
public enum Interrupts {
    /// Runs `body` in a task that these signals cancel. Returns the number of the first signal.
    public static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) async -> (value: Value, signal: CInt?) {
        let task = Task { await body() }
        let first = Mutex<CInt?>(nil)
        CurrentProcess.ignoreBrokenPipes()
        // The signals have their own queue, because computations may occupy all threads of the task pool.
        let queue = DispatchQueue(label: "signals", qos: .userInteractive)
        let sources = ([SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])).map { number in
            // The default action would end the process before the source receives the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isSecond = first.withLock { first in
                    defer { first = first ?? number }
                    // The source delivers several signals at once as one event.
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

    /// Returns whether the parent process set the signal to be ignored, as `nohup` does; the program then ignores it
    /// too.
    private static func isIgnored(_ number: CInt) -> Bool {
        let before = signal(number, SIG_IGN)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
