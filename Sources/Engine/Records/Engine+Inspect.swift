public import Actions
import Basics
import Store

extension Engine {
    /// Predicts for each step that the goals need whether a run would execute it, and why. Runs no step and writes no
    /// file.
    public func inspect(_ plan: Plan, goals: Set<StepID>? = nil) async throws(EngineError) -> [StepID: StepForecast] {
        let schedule = try Schedule(plan, goals: goals)
        var forecasts: [StepID: StepForecast] = [:]
        forecasts.reserveCapacity(plan.steps.count)
        try await forEachKnownTask(of: plan, schedule) { (task, result) async in
            forecasts[task.id] = result != nil ? .cached(key: task.key) : await explain(task)
        }
        for id in plan.ids where schedule[id] != .unneeded && forecasts[id] == nil {
            forecasts[id] = .dependsOnEarlierSteps
        }
        return forecasts
    }

    /// Calls `body` for every needed step whose key is known without running any step, with its stored result. The
    /// store prefetches the results of many steps at once.
    func forEachKnownTask(
        of plan: Plan, _ schedule: Schedule, _ body: (StepTask, ActionResult?) async throws(EngineError) -> Void
    ) async throws(EngineError) {
        var results: [StepID: StepResult] = [:]
        var met: Set<StepID> = []
        while true {
            var tasks: [StepTask] = []
            for id in plan.ids where schedule[id] != .unneeded && !met.contains(id) {
                guard schedule.inputSteps[id.index].allSatisfy({ results[$0] != nil }) else { continue }
                met.insert(id)
                if let task = try await knownTask(id, of: plan, results) { tasks.append(task) }
            }
            guard !tasks.isEmpty else { return }
            try await prefetchResults(tasks)
            for task in tasks {
                let result = try await result(of: task)
                if let result { results[task.id] = .done(StepSuccess(source: .cached, result: result, key: task.key)) }
                try await body(task, result)
            }
        }
    }

    /// Returns a step's action and key; nil when the store lost a folder on which the key depends, or when the folder
    /// lacks an input of the step.
    private func knownTask(_ id: StepID, of plan: Plan, _ results: [StepID: StepResult]) async throws(EngineError)
        -> StepTask?
    {
        do throws(EngineError) {
            return try await task(id, of: plan, results: results)
        } catch {
            if error.unusableInput != nil { return nil }
            guard case .store(let fault) = error, fault.lostBlob != nil else { throw error }
            return nil
        }
    }

    /// Returns why an action without a stored result has to run.
    private func explain(_ task: StepTask) async -> StepForecast {
        guard let record = records.read(task.step) else { return .neverBuilt(key: task.key) }
        let changes = task.action.explanation.difference(from: record.description)
        guard !changes.isEmpty else { return .resultGone(key: task.key) }
        var difference = FolderDifference(load: load)
        await difference.expand(changes)
        return .inputsChanged(key: task.key, changes: difference.changes)
    }
}
