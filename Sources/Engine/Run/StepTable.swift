import Actions
import Basics

/// The actions and results of a run's steps, as far as they are known. A step that succeeded has an action.
struct StepTable: Sendable {
    private var tasks: [StepID: StepTask] = [:]
    private(set) var results: [StepID: StepResult] = [:]

    /// Returns the action of a step; nil until the step's inputs are known.
    func task(_ id: StepID) -> StepTask? { tasks[id] }

    /// Returns the result of a step that succeeded; nil for any other step.
    func action(_ id: StepID) -> ActionResult? { results[id]?.action }

    /// Sets a step's action when its inputs are known, and again after they were rebuilt.
    mutating func set(_ task: StepTask) { tasks[task.id] = task }

    mutating func end(_ id: StepID, _ result: StepResult) {
        precondition(result.action == nil || tasks[id] != nil, "step \(id.index) succeeds without an action")
        results[id] = result
    }

    /// Removes the result of a step that runs again.
    mutating func discardResult(of id: StepID) { results[id] = nil }

    /// Returns the first of `steps`, other than `task` itself, with the same action as `task`.
    func duplicate(of task: StepTask, among steps: some Sequence<StepID>) -> StepID? {
        steps.first { $0 != task.id && tasks[$0]?.key == task.key }
    }

    /// The steps that succeeded, in the plan's order.
    var known: [Repair.KnownResult] {
        results.keys.sorted().compactMap { id in
            guard let task = tasks[id], let result = action(id) else { return nil }
            return (task, result)
        }
    }
}
