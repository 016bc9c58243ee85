public import Actions
public import Basics

/// What a run would do with a step, and why.
public enum StepForecast: Hashable, Sendable, Codable {
    /// The store has its result under this key.
    case cached(key: Digest)
    /// No earlier run of it is known.
    case neverBuilt(key: Digest)
    /// It was run before; `changes` are the differences.
    case inputsChanged(key: Digest, changes: [ActionChange])
    /// It was run with the same inputs, but the store no longer has the result.
    case resultGone(key: Digest)
    /// Its inputs are outputs of steps that have to run first, so its key is unknown.
    case dependsOnEarlierSteps
}
