public import Actions
public import Basics

/// Whether a run would execute a step, and why.
public enum StepForecast: Hashable, Sendable, Codable {
    /// The store has the step's result under this key.
    case cached(key: Digest)
    /// No earlier run of the step is recorded.
    case neverBuilt(key: Digest)
    /// The step was run before with other inputs; `changes` are the differences.
    case inputsChanged(key: Digest, changes: [ActionChange])
    /// The step was run with the same inputs, but the store no longer has the result.
    case resultGone(key: Digest)
    /// The step's inputs are outputs of steps that have to run first, so its key is unknown.
    case dependsOnEarlierSteps
}
