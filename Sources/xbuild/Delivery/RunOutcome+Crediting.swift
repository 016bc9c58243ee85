import Actions
import Basics
import Engine

extension RunOutcome {
    /// Returns this outcome, in which a cached result counts as built if an earlier run of this command built it.
    /// Results are found by their keys, because that run had another plan with other step indices.
    func crediting(_ earlier: RunOutcome) -> RunOutcome {
        let built = earlier.results.values.reduce(into: [Digest: StepSuccess]()) { built, result in
            if case .done(let success) = result, success.source == .built { built[success.key] = success }
        }
        var both = self
        for case (let id, .done(let success)) in results where success.source == .cached {
            if let earlier = built[success.key] { both.results[id] = .done(earlier) }
        }
        both.seconds += earlier.seconds
        return both
    }
}
