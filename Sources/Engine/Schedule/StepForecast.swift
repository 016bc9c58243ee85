public import Actions
public import Basics

/// What a run would do with a step, and why.
public enum StepForecast: Hashable, Sendable, Codable {
    /// The store holds its result under this key.
    case cached(key: Digest)
    /// Nothing is known of an earlier run of it.
    case neverBuilt(key: Digest)
    /// It was run before, with what `changes` says otherwise.
    case inputsChanged(key: Digest, changes: [ActionChange])
    /// It was run with these very inputs, but the store no longer holds the result.
    case resultGone(key: Digest)
    /// Its inputs come from steps that have to run first, so its key is not known yet.
    case dependsOnEarlierSteps
}
