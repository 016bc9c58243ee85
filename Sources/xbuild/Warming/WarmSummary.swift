import Actions
import Engine
import Store

/// What a warmer did, as it is written for programs and people.
struct WarmSummary: Encodable {
    struct Step: Codable {
        var title: String
        var target: String?
        var package: String?
        var state: State
        /// What it took, now or when it was run.
        var seconds: Double
    }

    enum State: String, Codable {
        case hit, built, failed, skipped
        /// The budget was over first, or the run was stopped.
        case left
    }

    var hits = 0
    var misses = 0
    var built = 0
    var failed = 0
    var skipped = 0
    var left = 0
    var seconds = 0.0
    /// Seconds that the steps took which were found, when they were run.
    var secondsSaved = 0.0
    var remote: RemoteCounts?
    var steps: [Step] = []

    init(_ outcome: RunOutcome, of plan: Plan, remote: RemoteCounts?) {
        seconds = outcome.seconds
        self.remote = remote
        for (id, result) in outcome.results.sorted(by: { $0.key < $1.key }) { add(result, of: plan[id]) }
        misses = built + failed + left + skipped
    }

    private mutating func add(_ result: StepResult, of step: Actions.Step) {
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
        steps.append(
            Step(title: step.title, target: step.target, package: step.package, state: state, seconds: seconds))
    }
}
