import Actions
import Store

// Running steps on remote workers.

extension Run {
    /// Starts steps on workers. Returns whether a step finished with a stored result: then further steps may be ready.
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

    /// Returns whether workers may run a step: it must be a command that the workers have not refused.
    func mayRunRemotely(_ id: StepID) -> Bool {
        guard let workers = engine.workers, workers.runner.isUp, !refused.contains(id) else { return false }
        if case .command = schedule.plan[id].work { return true }
        return false
    }

    /// Returns a function that reports the lines of a step; nil when only the latest line is shown, because workers
    /// send the log after the end.
    private func lines(of id: StepID) -> (@Sendable ([String]) -> Void)? {
        let report = report
        switch options.lines {
        case .latest: return nil
        case .all: return { lines in for line in lines { report(.output(step: id, line: line)) } }
        }
    }
}
