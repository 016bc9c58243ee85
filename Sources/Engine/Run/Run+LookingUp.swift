import Actions
import Store

// What is known of steps before they run.

extension Run {
    /// Looks for the results of steps, after telling the store of all of them.
    mutating func lookUp(_ ids: [StepID]) async throws(EngineError) {
        var found: [StepTask] = []
        // One of the same round may have sent another back to wait for inputs that are made again.
        for id in ids where schedule[id] == .ready {
            schedule.set(id, .lookingUp)
            held.removeValue(forKey: id)?.release()
            if let task = try await task(of: id) { found.append(task) }
        }
        try await engine.prefetchResults(found)
        for task in found { try await lookUp(task) }
    }

    /// Nil for a step that has failed or waits for its inputs to be made again.
    private mutating func task(of id: StepID) async throws(EngineError) -> StepTask? {
        do throws(EngineError) {
            let task = try await engine.task(id, of: schedule.plan, results: results)
            tasks[id] = task
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
        // Another step of the same round may have failed, or needs this one's inputs made again.
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

    /// The stored result of a step's action, as far as it may be used.
    mutating func trustedResult(of task: StepTask) async throws(EngineError) -> ActionResult? {
        guard let result = try await engine.result(of: task), options.sandbox.takes(result, of: task.step) else {
            return nil
        }
        return try await repair.trusts(result, of: task) ? result : nil
    }
}
