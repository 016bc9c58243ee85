public import Actions
import Basics

extension Engine {
    /// Says what a run would do with each step that the goals need, and why. Runs nothing and writes nothing.
    public func inspect(_ plan: Plan, goals: Set<StepID>? = nil) async throws(EngineError) -> [StepID: StepForecast] {
        let schedule = try Schedule(plan, goals: goals)
        var forecasts: [StepID: StepForecast] = [:]
        var results: [StepID: StepResult] = [:]
        for id in plan.ids where schedule[id] != .unneeded {
            guard schedule.inputSteps[id.index].allSatisfy({ results[$0] != nil }),
                let task = try await knownTask(id, of: plan, results)
            else {
                forecasts[id] = .dependsOnEarlierSteps
                continue
            }
            if let result = try await result(of: task) {
                results[id] = .done(StepSuccess(source: .cached, result: result, key: task.key))
                forecasts[id] = .cached(key: task.key)
            } else {
                forecasts[id] = await explain(task)
            }
        }
        return forecasts
    }

    /// Nil when a folder that the key needs is gone from the store, or lacks what the step needs.
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

    /// Why an action whose result is not stored has to run.
    private func explain(_ task: StepTask) async -> StepForecast {
        guard let record = records.read(task.step) else { return .neverBuilt(key: task.key) }
        let changes = task.action.explanation.difference(from: record.description)
        guard !changes.isEmpty else { return .resultGone(key: task.key) }
        var difference = FolderDifference(load: load)
        await difference.expand(changes)
        return .inputsChanged(key: task.key, changes: difference.changes)
    }
}
