import Synchronization

/// Background uploads, of which a few run at a time. The run waits for all of them at its end.
final class Uploads: Sendable {
    private struct State {
        var waiting: [@Sendable () async -> Void] = []
        /// The running uploads by number. Uploads wait only while others run.
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var isCancelled = false
        var dropped = 0
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
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }

    /// Drops the waiting uploads and cancels the running uploads.
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
        guard state.tasks.count < limit, !state.waiting.isEmpty else { return }
        let work = state.waiting.removeFirst()
        let number = state.count
        state.count += 1
        state.tasks[number] = Task {
            await work()
            self.ended(number)
        }
    }

    private func ended(_ number: Int) {
        state.withLock { state in
            state.tasks[number] = nil
            startNext(&state)
        }
    }
}
