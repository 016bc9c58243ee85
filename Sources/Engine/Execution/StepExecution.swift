import Actions
import Basics

/// A step with its action.
struct StepTask: Sendable {
    var id: StepID
    var step: Step
    var action: Action
    /// The action's digest.
    var key: Digest
}

/// The end of a step's execution.
enum StepExecution: Sendable {
    /// The blobs of the result are stored; the result itself is not yet stored.
    case succeeded(ActionResult, seconds: Double, cpuSeconds: Double?)
    case failed(StepFailure)
    /// The store lost a blob of the step's inputs.
    case lostInput(Digest)
    /// The task was cancelled; nothing is left of the execution.
    case cancelled
    /// Remote workers did not run the step: this machine has to run it.
    case refused
}
