import Actions

/// Where a step stands. The schedule moves steps between these states and nobody else does.
public enum StepState: Hashable, Sendable {
    /// No goal needs it: it is never touched.
    case unneeded
    /// At least one of its input steps is not `done`.
    case waiting
    /// All its input steps are `done`, so its key can be computed; nobody has looked for its result yet.
    case ready
    /// Its key is being computed and looked for in the store.
    case lookingUp
    /// The store does not hold its result; it starts as soon as there is a free job.
    case queued
    /// A task holds it: it runs, or it waits for another xbuild that runs the same action.
    case running
    /// Its result is known and the steps that use it may go on.
    case done(Source)
    /// It failed: it ran, or found its inputs unusable. No step that needs it will run.
    case failed
    /// A step that it needs, directly or not, has failed.
    case skipped
    /// It was not started, or was ended, because the run stopped early.
    case cancelled

    /// How a result came to be known.
    public enum Source: String, Hashable, Sendable, Codable {
        /// The store held it.
        case cached
        /// It was run.
        case built
    }
}

extension StepState {
    var isDone: Bool {
        switch self {
        case .done: true
        case .unneeded, .waiting, .ready, .lookingUp, .queued, .running, .failed, .skipped, .cancelled: false
        }
    }

    /// It can never become `done` any more.
    var isLost: Bool {
        switch self {
        case .failed, .skipped, .cancelled: true
        case .unneeded, .waiting, .ready, .lookingUp, .queued, .running, .done: false
        }
    }

    /// No task works on it, so it can be set aside at once.
    var isIdle: Bool {
        switch self {
        case .waiting, .ready, .queued: true
        case .unneeded, .lookingUp, .running, .done, .failed, .skipped, .cancelled: false
        }
    }

    /// The moves that the schedule allows.
    func mayBecome(_ next: StepState) -> Bool {
        switch (self, next) {
        case (.waiting, .ready), (.waiting, .skipped), (.waiting, .cancelled): true
        case (.ready, .lookingUp), (.ready, .waiting), (.ready, .cancelled): true
        // `waiting`: a tree that the key needs has been lost and is made again.
        // `failed`: what earlier steps left is not what it needs.
        case (.lookingUp, .done), (.lookingUp, .queued), (.lookingUp, .waiting), (.lookingUp, .failed): true
        case (.queued, .running), (.queued, .waiting), (.queued, .cancelled): true
        // `waiting`: an input has been lost; `queued`: another xbuild had it and did not finish.
        case (.running, .done), (.running, .failed), (.running, .cancelled), (.running, .waiting), (.running, .queued):
            true
        // A blob of its result has been lost.
        case (.done, .queued): true
        case (.unneeded, _), (.waiting, _), (.ready, _), (.lookingUp, _), (.queued, _), (.running, _), (.done, _),
            (.failed, _), (.skipped, _), (.cancelled, _):
            false
        }
    }
}
