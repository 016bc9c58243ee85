// Runs commands on remote workers. Only the descriptions of their outputs are downloaded; files are downloaded when
// this machine needs them. Does not depend on the graph of steps.

import Actions
import Basics
import Foundation
import Machine
import Store
import Synchronization

/// Runs commands on workers.
struct RemoteExecutor: Sendable {
    let runner: RemoteRunner
    let store: any FileStore
    let clock: Clock
    /// The time limit in seconds for commands whose action has none, counted from the start on the worker.
    let timeout: Int?

    init(_ engine: Engine, _ runner: RemoteRunner, timeout: Int?) {
        self.runner = runner
        store = engine.store
        clock = engine.clock
        self.timeout = timeout
    }

    /// Runs a step's command on a worker.
    ///
    /// - Parameters:
    ///   - again: whether the command runs even if the workers have a cached result.
    ///   - report: receives the lines of the log after the command's end; nil when they are not needed.
    func run(
        _ task: StepTask, again: Bool, report: (@Sendable ([String]) -> Void)?
    ) async throws(EngineError) -> StepExecution {
        try await InputBlobs(store: store).put(task.step)
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
            return .lostInput(lost)
        case .success(let end):
            return try await execution(end, of: task, watch, seconds: clock.now() - started, report)
        }
    }

    private func execution(
        _ end: RemoteRunner.End, of task: StepTask, _ watch: Watch, seconds: Double,
        _ report: (@Sendable ([String]) -> Void)?
    ) async throws(EngineError) -> StepExecution {
        let limit = task.action.timeout ?? timeout ?? 0
        switch end {
        case .refused: return .refused
        case .lost(let digest): return .lostInput(digest)
        case .timedOut: return failure(.timedOut(limit), seconds: seconds)
        case .cancelled:
            return watch.isOver && !Task.isCancelled ? failure(.timedOut(limit), seconds: seconds) : .cancelled
        case .failed(let status, let log, let seconds):
            await forward(log, report)
            return failure(.exited(status), log: log, seconds: seconds)
        case .succeeded(let result):
            await forward(result.log, report)
            let missing = task.action.command.outputPaths.filter { result.outputs[$0] == nil }
            guard missing.isEmpty else { return failure(.missingOutputs(missing), log: result.log, seconds: seconds) }
            let own = result.metadata.finished - result.metadata.started
            return .succeeded(result, seconds: own > 0 ? own : seconds, cpuSeconds: nil)
        }
    }

    private func failure(_ reason: StepFailure.Reason, log: Digest? = nil, seconds: Double) -> StepExecution {
        .failed(StepFailure(kind: .build, reason: reason, log: log, seconds: seconds))
    }

    /// Reports the lines of a log. A log that cannot be downloaded is not reported; the step does not fail.
    private func forward(_ log: Digest?, _ report: (@Sendable ([String]) -> Void)?) async {
        guard let log, let report, let bytes = try? await store.blob(log) else { return }
        report(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    // MARK: Time

    /// The time of the start on a worker, and whether the time limit is exceeded.
    private final class Watch: Sendable {
        private let state = Mutex<(began: Double?, isOver: Bool)>((nil, false))

        var began: Double? { state.withLock { $0.began } }
        var isOver: Bool { state.withLock { $0.isOver } }
        func begin(at time: Double) { state.withLock { $0.began = time } }
        func end() { state.withLock { $0.isOver = true } }
    }

    /// Cancels the work after its time limit.
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
