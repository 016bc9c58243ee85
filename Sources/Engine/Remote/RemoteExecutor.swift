// Runs commands on workers elsewhere. Of their outputs only what describes them comes here; files come when something
// on this machine needs them. Knows nothing of the graph.

import Actions
import Basics
import Foundation
import Store
import Synchronization

/// Gives commands to workers.
struct RemoteExecutor: Sendable {
    let runner: RemoteRunner
    let store: any FileStore
    let inputs: InputBlobs
    let clock: Clock
    /// Seconds after which a command without a limit of its own is ended, counted from when a worker begins.
    let timeout: Int?

    init(_ engine: Engine, _ runner: RemoteRunner, timeout: Int?) {
        self.runner = runner
        store = engine.store
        inputs = InputBlobs(store: engine.store)
        clock = engine.clock
        self.timeout = timeout
    }

    /// - Parameters:
    ///   - again: whether it runs even if its result is known there.
    ///   - report: is given the lines that it wrote, when it is over; nil when nobody wants them.
    func run(
        _ task: StepTask, again: Bool, report: (@Sendable ([String]) -> Void)?
    ) async throws(EngineError) -> RemoteEnd {
        try await inputs.put(task.step)
        let started = clock.now()
        let limit = task.action.timeout ?? timeout
        let watch = Watch()
        let work = Task { () -> Result<RemoteRunner.End, StoreError> in
            do throws(StoreError) {
                return .success(
                    try await runner.run(task.action, key: task.key, again: again) { watch.begin(at: clock.now()) })
            } catch {
                return .failure(error)
            }
        }
        let guardian = Task { await end(work, after: limit, watch) }
        let ended = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        guardian.cancel()
        switch ended {
        case .failure(let fault):
            guard let lost = fault.lostBlob else { throw .store(fault) }
            return .ended(.lostInput(lost))
        case .success(let end):
            return try await execution(end, of: task, watch, seconds: clock.now() - started, report)
        }
    }

    private func execution(
        _ end: RemoteRunner.End, of task: StepTask, _ watch: Watch, seconds: Double,
        _ report: (@Sendable ([String]) -> Void)?
    ) async throws(EngineError) -> RemoteEnd {
        let limit = task.action.timeout ?? timeout ?? 0
        switch end {
        case .refused: return .refused
        case .lost(let digest): return .ended(.lostInput(digest))
        case .timedOut: return .ended(failure(.timedOut(limit), seconds: seconds))
        case .cancelled:
            return .ended(watch.isOver && !Task.isCancelled ? failure(.timedOut(limit), seconds: seconds) : .cancelled)
        case .failed(let status, let log, let seconds):
            await forward(log, report)
            return .ended(failure(.exited(status), log: log, seconds: seconds))
        case .succeeded(let result):
            await forward(result.log, report)
            let missing = task.action.command.outputPaths.filter { result.outputs[$0] == nil }
            guard missing.isEmpty else {
                return .ended(failure(.missingOutputs(missing), log: result.log, seconds: seconds))
            }
            let own = result.metadata.finished - result.metadata.started
            return .ended(.succeeded(result, seconds: own > 0 ? own : seconds, cpuSeconds: nil))
        }
    }

    private func failure(_ reason: StepFailure.Reason, log: Digest? = nil, seconds: Double) -> StepExecution {
        .failed(StepFailure(kind: .build, reason: reason, log: log, seconds: seconds))
    }

    /// A log that does not come is no reason to fail.
    private func forward(_ log: Digest?, _ report: (@Sendable ([String]) -> Void)?) async {
        guard let log, let report, let bytes = try? await store.blob(log) else { return }
        report(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    // MARK: Time

    /// When a worker began, and whether the time is over.
    private final class Watch: Sendable {
        private let state = Mutex<(began: Double?, isOver: Bool)>((nil, false))

        var began: Double? { state.withLock { $0.began } }
        var isOver: Bool { state.withLock { $0.isOver } }
        func begin(at time: Double) { state.withLock { $0.began = time } }
        func end() { state.withLock { $0.isOver = true } }
    }

    /// Cancels the work when it has had its time.
    private func end(
        _ work: Task<Result<RemoteRunner.End, StoreError>, Never>, after limit: Int?, _ watch: Watch
    ) async {
        guard let limit else { return }
        while !Task.isCancelled {
            let left = watch.began.map { $0 + Double(limit) - clock.now() } ?? 1
            if left <= 0 {
                watch.end()
                return work.cancel()
            }
            try? await Task.sleep(for: .seconds(min(left, 1)))
        }
    }
}

/// How it ended with a command that was given to workers.
enum RemoteEnd: Sendable {
    case ended(StepExecution)
    /// They did not run it: this machine has to.
    case refused
}
