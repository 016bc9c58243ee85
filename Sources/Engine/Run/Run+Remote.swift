import Actions
import Store

/// Which steps run elsewhere, and which were refused there.
struct RemoteSteps: Sendable {
    private(set) var running = 0
    private var refused: Set<StepID> = []

    func wasRefused(_ id: StepID) -> Bool { refused.contains(id) }

    mutating func began() { running += 1 }

    /// What became of a step; nil when this machine has to run it.
    mutating func ended(_ id: StepID, _ end: RemoteEnd) -> StepExecution? {
        running -= 1
        switch end {
        case .ended(let execution): return execution
        case .refused:
            refused.insert(id)
            return nil
        }
    }
}

/// Giving steps to workers elsewhere.
extension Run {
    /// Gives workers what suits them. True when a step's result was found meanwhile: others may be ready then.
    mutating func startRemote(_ group: inout Happenings) async throws(EngineError) -> Bool {
        guard let workers = engine.workers, fault == nil, !Task.isCancelled else { return false }
        weigh()
        var isSettled = false
        while far.running < workers.jobs, workers.use == .always || isBusyHere,
            let id = schedule.mostUrgent(mayRunRemotely)
        {
            guard let (task, lock) = try await begin(id, &group) else {
                isSettled = isSettled || schedule[id].isDone
                if schedule[id] == .queued { break }
                continue
            }
            far.began()
            let executor = RemoteExecutor(engine, workers.runner, timeout: options.timeout)
            let (again, lines) = (repair.rejects(id), lines(of: id))
            group.addTask { await Self.executeRemotely(task, lock, executor, again: again, lines) }
        }
        return isSettled
    }

    /// Whether this machine may run a step.
    func mayRunHere(_ id: StepID) -> Bool {
        switch engine.workers?.use {
        case nil, .auto: true
        case .always: !mayRunRemotely(id)
        }
    }

    private func mayRunRemotely(_ id: StepID) -> Bool {
        guard let workers = engine.workers, workers.runner.isUp, !far.wasRefused(id) else { return false }
        switch schedule.plan[id].work {
        case .command: return true
        case .builtin: return false
        }
    }

    /// Takes the lines of a step; nil when only the latest are wanted, which is nothing to ask for afterwards.
    private func lines(of id: StepID) -> (@Sendable ([String]) -> Void)? {
        let report = report
        switch options.lines {
        case .latest: return nil
        case .all: return { lines in for line in lines { report(.output(step: id, line: line)) } }
        }
    }

    private static func executeRemotely(
        _ task: StepTask, _ lock: KeyLock, _ executor: RemoteExecutor, again: Bool,
        _ report: (@Sendable ([String]) -> Void)?
    ) async -> Happening {
        do throws(EngineError) {
            return .endedRemotely(task.id, lock, try await executor.run(task, again: again, report: report))
        } catch {
            lock.release()
            return .fault(error)
        }
    }
}
