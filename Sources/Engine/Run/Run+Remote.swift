import Actions
import Store

// Running steps on remote workers.

extension Run {
    /// Starts steps on workers. True when a step finished with a stored result: others may be ready then.
    mutating func startRemote(_ group: inout Completions) async throws(EngineError) -> Bool {
        guard let workers = engine.workers, fault == nil, !Task.isCancelled else { return false }
        weigh()
        var isSettled = false
        while schedule.runningCount(on: .remote) < workers.jobs, workers.use == .always || jobs.isBusy,
            let id = schedule.mostUrgent(mayRunRemotely)
        {
            guard let (task, lock) = try await begin(id, on: .remote, &group) else {
                isSettled = isSettled || schedule[id].isDone
                if schedule[id] == .queued { break }
                continue
            }
            let executor = RemoteExecutor(engine, workers.runner, timeout: options.timeout)
            let (again, lines) = (repair.rejects(id), lines(of: id))
            group.addTask {
                await Self.completion(of: task, lock) { () async throws(EngineError) in
                    try await executor.run(task, again: again, report: lines)
                }
            }
        }
        return isSettled
    }

    /// Whether workers may run a step: only commands, and none that they refused before.
    func mayRunRemotely(_ id: StepID) -> Bool {
        guard let workers = engine.workers, workers.runner.isUp, !refused.contains(id) else { return false }
        if case .command = schedule.plan[id].work { return true }
        return false
    }

    /// Reports the lines of a step; nil when only the latest line is shown, as workers send the log after the end.
    private func lines(of id: StepID) -> (@Sendable ([String]) -> Void)? {
        let report = report
        switch options.lines {
        case .latest: return nil
        case .all: return { lines in for line in lines { report(.output(step: id, line: line)) } }
        }
    }
}
