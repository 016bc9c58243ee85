import Actions

/// The state of a step. Only `Schedule.set` changes it.
public enum StepState: Hashable, Sendable {
    /// No goal needs the step. It stays in this state.
    case unneeded
    /// At least one input step is not `done`.
    case waiting
    /// All input steps are `done`, so the step's key can be computed. Its result was not looked up yet.
    case ready
    /// The step's key is being computed and its result looked up in the store.
    case lookingUp
    /// The store does not have the step's result; the step starts as soon as a job is free.
    case queued
    /// The step runs, and this run holds its key.
    case running(Executor)
    /// Another step of this run, or another xbuild, runs the same action and holds the key.
    case waitingForKey
    /// The step's result is known, and the steps that use it may start.
    case done(Source)
    /// The step ran and failed, or its inputs were unusable. No step that needs it will run.
    case failed
    /// A step that this step needs, directly or indirectly, has failed.
    case skipped
    /// The step did not start, or was killed, because the run stopped early.
    case cancelled

    /// The machines that run a step.
    public enum Executor: Hashable, Sendable {
        /// This machine.
        case local
        /// A remote worker.
        case remote
    }

    /// The origin of a result.
    public enum Source: String, Hashable, Sendable, Codable {
        /// The store had the result.
        case cached
        /// The step ran.
        case built
    }
}

extension StepState {
    var isDone: Bool {
        if case .done = self { true } else { false }
    }

    /// Whether the step can no longer become `done`.
    var isLost: Bool {
        switch self {
        case .failed, .skipped, .cancelled: true
        case .unneeded, .waiting, .ready, .lookingUp, .queued, .running, .waitingForKey, .done: false
        }
    }

    /// Whether no task works on the step, so that it can be cancelled at once.
    var isIdle: Bool {
        switch self {
        case .waiting, .ready, .queued: true
        case .unneeded, .lookingUp, .running, .waitingForKey, .done, .failed, .skipped, .cancelled: false
        }
    }

    /// Whether the step runs, or another step or another xbuild runs its action.
    var isInProgress: Bool {
        switch self {
        case .running, .waitingForKey: true
        case .unneeded, .waiting, .ready, .lookingUp, .queued, .done, .failed, .skipped, .cancelled: false
        }
    }

    /// The machine that runs the step; nil when the step does not run.
    var executor: Executor? {
        if case .running(let executor) = self { executor } else { nil }
    }

    /// Returns whether the schedule allows the transition to the state `next`.
    func mayBecome(_ next: StepState) -> Bool {
        switch (self, next) {
        case (.waiting, .ready), (.waiting, .skipped), (.waiting, .cancelled): true
        case (.ready, .lookingUp), (.ready, .waiting), (.ready, .cancelled): true
        // `waiting`: a tree that the key depends on was lost and is rebuilt.
        // `failed`: the outputs of earlier steps do not fit its inputs.
        case (.lookingUp, .done), (.lookingUp, .queued), (.lookingUp, .waiting), (.lookingUp, .failed): true
        // `done`: the step's result was stored in the meantime.
        case (.queued, .running), (.queued, .waitingForKey), (.queued, .done), (.queued, .waiting),
            (.queued, .cancelled):
            true
        // `waiting`: an input was lost and is rebuilt.
        case (.running, .done), (.running, .failed), (.running, .cancelled), (.running, .waiting): true
        // Workers refused the step.
        case (.running(.remote), .queued): true
        // `queued`: the former holder of the key stored no result.
        case (.waitingForKey, .done), (.waitingForKey, .queued), (.waitingForKey, .cancelled): true
        // A blob of the step's result was lost.
        case (.done, .queued): true
        case (.unneeded, _), (.waiting, _), (.ready, _), (.lookingUp, _), (.queued, _), (.running, _),
            (.waitingForKey, _), (.done, _), (.failed, _), (.skipped, _), (.cancelled, _):
            false
        }
    }
}
