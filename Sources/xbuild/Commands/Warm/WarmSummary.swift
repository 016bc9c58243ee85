import Actions
import Engine
import Store

/// The result of a warmer, for programs and people.
struct WarmSummary: Encodable {
    struct Step: Encodable {
        var name: TitledStep
        var state: State
        /// Its duration, now or when it ran.
        var seconds: Double

        private enum CodingKeys: CodingKey { case state, seconds }

        func encode(to encoder: any Encoder) throws {
            try name.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(state, forKey: .state)
            try container.encode(seconds, forKey: .seconds)
        }
    }

    enum State: String, Encodable {
        case hit, built, failed, skipped
        /// The budget ran out first, or the run was stopped.
        case left
    }

    var hits = 0
    var misses = 0
    var built = 0
    var failed = 0
    var skipped = 0
    var left = 0
    var seconds = 0.0
    /// The recorded seconds of the steps that were found in the cache.
    var secondsSaved = 0.0
    var remote: RemoteCounts?
    var steps: [Step] = []

    init(_ outcome: RunOutcome, of plan: Plan, remote: RemoteCounts?, wording: StepWording) {
        seconds = outcome.seconds
        self.remote = remote
        for (id, result) in outcome.results.sorted(by: { $0.key < $1.key }) {
            add(result, of: TitledStep(plan[id].identity, in: wording))
        }
        misses = built + failed + left + skipped
    }

    private mutating func add(_ result: StepResult, of step: TitledStep) {
        let (state, seconds): (State, Double)
        switch result {
        case .done(let success):
            switch success.source {
            case .cached:
                let metadata = success.result.metadata
                (state, seconds) = (.hit, max(0, metadata.finished - metadata.started))
                hits += 1
                secondsSaved += seconds
            case .built:
                (state, seconds) = (.built, success.seconds)
                built += 1
            }
        case .failed(let failure):
            (state, seconds) = (.failed, failure.seconds)
            failed += 1
        case .skipped:
            (state, seconds) = (.skipped, 0)
            skipped += 1
        case .cancelled:
            (state, seconds) = (.left, 0)
            left += 1
        }
        steps.append(Step(name: step, state: state, seconds: seconds))
    }
}
