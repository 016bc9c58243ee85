import Actions
import Store

// Looking up the stored results of steps.

extension Run {
    /// Looks up the results of steps. The store gets all keys at once, so that it can prefetch the results.
    mutating func lookUp(_ ids: [StepID]) async throws(EngineError) {
        var found: [StepTask] = []
        // An earlier step of this batch may have moved a later step back to `waiting`, because its inputs are rebuilt.
        for id in ids where schedule[id] == .ready {
            schedule.set(id, .lookingUp)
            keys.release(id)
            if let task = try await task(of: id) { found.append(task) }
        }
        try await engine.prefetchResults(found)
        for task in found { try await lookUp(task) }
    }

    /// Returns the action of a step; nil when the step failed or waits until its inputs are rebuilt.
    private mutating func task(of id: StepID) async throws(EngineError) -> StepTask? {
        do throws(EngineError) {
            let task = try await engine.task(id, of: schedule.plan, results: steps.results)
            steps.set(task)
            return task
        } catch {
            if let reason = error.unusableInput {
                failed(id, StepFailure(kind: .build, reason: reason))
                return nil
            }
            guard case .store(let fault) = error, let digest = fault.lostBlob else { throw error }
            try await rebuildLost(digest, neededBy: id)
            return nil
        }
    }

    private mutating func lookUp(_ task: StepTask) async throws(EngineError) {
        // An earlier step of this batch may have failed, or may have caused a rebuild of this step's inputs.
        guard schedule[task.id] == .lookingUp else { return }
        guard schedule.inputSteps[task.id.index].allSatisfy({ schedule[$0].isDone }) else {
            return schedule.set(task.id, .waiting)
        }
        if let result = try await trustedResult(of: task) {
            finish(task.id, StepSuccess(source: .cached, result: result, key: task.key))
        } else {
            schedule.set(task.id, .queued)
        }
    }

    /// Returns the stored result of a step's action; nil when there is none, or when the sandbox mode or an earlier
    /// loss forbids its use.
    mutating func trustedResult(of task: StepTask) async throws(EngineError) -> ActionResult? {
        guard let result = try await engine.result(of: task), options.sandbox.takes(result, of: task.step) else {
            return nil
        }
        return try await repair.trusts(result, of: task) ? result : nil
    }
}
