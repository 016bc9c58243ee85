import Actions
import Basics
import Machine
import Store
import SystemPackage

extension Engine {
    /// Returns a step's action and its key, made from the results of its input steps.
    func task(_ id: StepID, of plan: Plan, results: [StepID: StepResult]) async throws(EngineError) -> StepTask {
        let inputs = plan[id].inputSteps
        let known = Dictionary(uniqueKeysWithValues: inputs.compactMap { id in results[id]?.action.map { (id, $0) } })
        let action = try await ActionBuilder(load: load).action(for: id, of: plan, results: known)
        return StepTask(id: id, step: plan[id], action: action, key: action.digest)
    }

    /// Returns the label of a step in events.
    func label(_ id: StepID, _ step: Step) -> StepLabel {
        StepLabel(step: id, name: TitledStep(step.identity, in: wording))
    }

    /// Returns the stored result of a step's action, or nil. A result that records a failure or lacks an output (the
    /// file of the result may have been emptied) counts as absent, because xbuild stores no such results.
    func result(of task: StepTask) async throws(EngineError) -> ActionResult? {
        guard let result = try await inStore(await store.result(of: task.key)), result.exitCode == 0,
            task.step.outputs.allSatisfy({ result.outputs[$0] != nil }),
            try await inStore(await completeness?.isComplete(result)) != false
        else { return nil }
        return result
    }

    /// Announces to the store which results will be looked up, and checks the completeness of all of them together.
    func prefetchResults(_ tasks: [StepTask]) async throws(EngineError) {
        try await inStore(await store.prefetchResults(tasks.map(\.key)))
        guard let completeness else { return }
        var results: [Digest: ActionResult] = [:]
        for task in tasks { results[task.key] = try await inStore(await store.result(of: task.key)) }
        _ = try await inStore(await completeness.lacking(results))
    }

    /// Stores a result and records it as the step's last one.
    func keep(
        _ result: ActionResult, of task: StepTask, seconds: Double, cpuSeconds: Double?
    ) async throws(EngineError) {
        // The action is stored first, so that every stored result can be explained.
        try await inStore(await store.put(task.action))
        try await inStore(await store.put(result, for: task.key))
        let bytes = await bytes(of: result)
        records.write(StepRecord(task, seconds: seconds, cpuSeconds: cpuSeconds, bytes: bytes), task.step)
    }

    /// Returns the size of a result's outputs in bytes; nil when a tree is not readable.
    private func bytes(of result: ActionResult) async -> Int? {
        var files: [Digest] = []
        for output in result.outputs.values {
            switch output {
            case .file(let digest, _): files.append(digest)
            case .symlink: break
            case .directory(let tree, _):
                guard let folder = try? await Directory.load(tree: tree, from: store) else { return nil }
                files += folder.files
            }
        }
        return files.total
    }
}
