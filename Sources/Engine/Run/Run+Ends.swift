import Actions
import Basics
import Store

// The ends of steps and of the run.

extension Run {
    /// Executes a started step and returns its completion.
    static func completion(
        of task: StepTask, _ lock: KeyLock, _ execute: () async throws(EngineError) -> StepExecution
    ) async -> Completion {
        do throws(EngineError) {
            return .ended(task.id, lock, try await execute())
        } catch {
            lock.release()
            return .fault(error)
        }
    }

    mutating func ended(_ id: StepID, _ execution: StepExecution) async throws(EngineError) {
        switch execution {
        case .succeeded(let result, let seconds, let cpuSeconds):
            guard let task = steps.task(id) else { return }
            try await engine.keep(result, of: task, seconds: seconds, cpuSeconds: cpuSeconds)
            repair.wasBuilt(id)
            let success = StepSuccess(
                source: .built, result: result, key: task.key, seconds: seconds, cpuSeconds: cpuSeconds)
            finish(id, success)
        case .failed(let failure): failed(id, failure)
        case .lostInput(let digest): try await rebuildLost(digest, neededBy: id)
        case .cancelled: schedule.set(id, .cancelled)
        case .refused:
            refused.insert(id)
            requeue(id, .queued)
        }
    }

    mutating func finish(_ id: StepID, _ success: StepSuccess) {
        steps.end(id, .done(success))
        schedule.set(id, .done(success.source))
        report(
            .stepFinished(
                label(id), source: success.source, key: success.key, seconds: success.seconds,
                cpuSeconds: success.cpuSeconds,
                worker: success.source == .built ? success.result.metadata.remoteWorker : nil))
    }

    mutating func failed(_ id: StepID, _ failure: StepFailure) {
        steps.end(id, .failed(failure))
        report(.stepFailed(label(id), failure))
        schedule.set(id, .failed)
        for id in schedule.plan.ids where schedule[id] == .skipped && steps.results[id] == nil {
            steps.end(id, .skipped)
            report(.stepSkipped(label(id)))
        }
    }

    /// Moves a step that did not start, or that ended without a result, back to a state before `running`, or cancels
    /// it.
    mutating func requeue(_ id: StepID, _ state: StepState) {
        if schedule[id].isInProgress { report(.stepRequeued(label(id))) }
        schedule.set(id, state)
    }

    func outcome(seconds: Double) -> RunOutcome {
        var all: [StepID: StepResult] = [:]
        for id in schedule.plan.ids where schedule[id] != .unneeded {
            all[id] = steps.results[id] ?? .cancelled
        }
        return RunOutcome(results: all, seconds: seconds, wasCancelled: Task.isCancelled, damage: repair.damage)
    }
}
