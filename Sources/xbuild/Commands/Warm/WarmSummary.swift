import Actions
import Engine
import Store

/// The result of `xbuild warm`, for programs and people.
struct WarmSummary: Encodable {
    struct Step: Encodable {
        var state: State
        /// The duration of the step, in this run or in the run that built it.
        var seconds: Double
    }

    enum State: String, Encodable {
        case hit, built, failed, skipped
        /// Not completed, because the time budget ran out or the run was stopped.
        case left
    }

    var hits: Int
    var misses: Int
    var built: Int
    var failed: Int
    var skipped: Int
    var left: Int
    var seconds: Double
    /// The recorded seconds of the steps that were found in the cache.
    var secondsSaved: Double
    var remote: RemoteCounts?
    var steps: [NamedStep<Step>]

    init(_ outcome: RunOutcome, of plan: Plan, remote: RemoteCounts?, wording: StepWording) {
        let steps = outcome.results.sorted { $0.key < $1.key }.map { id, result in
            NamedStep(name: TitledStep(plan[id].identity, in: wording), value: Step(result))
        }
        let count = { (state: State) in steps.count { $0.state == state } }
        hits = count(.hit)
        built = count(.built)
        failed = count(.failed)
        skipped = count(.skipped)
        left = count(.left)
        misses = built + failed + left + skipped
        seconds = outcome.seconds
        secondsSaved = steps.filter { $0.state == .hit }.reduce(0) { $0 + $1.seconds }
        self.remote = remote
        self.steps = steps
    }
}

extension WarmSummary.Step {
    fileprivate init(_ result: StepResult) {
        switch result {
        case .done(let success):
            switch success.source {
            case .cached:
                let metadata = success.result.metadata
                self.init(state: .hit, seconds: max(0, metadata.finished - metadata.started))
            case .built: self.init(state: .built, seconds: success.seconds)
            }
        case .failed(let failure): self.init(state: .failed, seconds: failure.seconds)
        case .skipped: self.init(state: .skipped, seconds: 0)
        case .cancelled: self.init(state: .left, seconds: 0)
        }
    }
}
