import Actions
import Basics

/// A step whose action is to be run now.
struct StepTask: Sendable {
    var id: StepID
    var step: Step
    var action: Action
    /// The action's digest.
    var key: Digest
}

/// How running a step ended.
enum StepExecution: Sendable {
    /// The blobs of its result are in the store; the result itself is not yet.
    case succeeded(ActionResult, seconds: Double, cpuSeconds: Double?)
    case failed(StepFailure)
    /// A blob of its inputs is gone from the store.
    case lostInput(Digest)
    /// The task was cancelled; nothing of it is left.
    case cancelled
}

/// A place where actions run.
protocol Executor: Sendable {
    /// Runs an action to its end; `report` is given the lines that it writes.
    func run(_ task: StepTask, report: @escaping @Sendable ([String]) -> Void) async throws(EngineError)
        -> StepExecution
}
