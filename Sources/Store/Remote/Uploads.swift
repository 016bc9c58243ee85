import Synchronization

/// Background uploads: a few at a time; the run waits for all of them at its end.
final class Uploads: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () async -> Void] = []
        /// Tasks that wait for the end.
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isCancelled = false
        var dropped = 0
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The number of uploads that never started.
    var dropped: Int { state.withLock { $0.dropped } }

    func begin(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isCancelled else {
                state.dropped += 1
                return
            }
            state.waiting.append(work)
            startNext(&state)
        }
    }

    /// Waits until all uploads have ended.
    func end() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.running > 0 { state.waiters.append(continuation) }
                return state.running == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Drops the waiting uploads and cancels the running ones.
    func cancel() {
        let tasks = state.withLock { state in
            state.isCancelled = true
            state.dropped += state.waiting.count
            state.waiting = []
            return Array(state.tasks.values)
        }
        tasks.forEach { $0.cancel() }
    }

    private func startNext(_ state: inout sending State) {
        guard state.running < limit, !state.waiting.isEmpty else { return }
        let work = state.waiting.removeFirst()
        let number = state.count
        state.running += 1
        state.count += 1
        state.tasks[number] = Task {
            await work()
            self.ended(number)
        }
    }

    private func ended(_ number: Int) {
        let waiters = state.withLock { state in
            state.running -= 1
            state.tasks[number] = nil
            startNext(&state)
            guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }
}
