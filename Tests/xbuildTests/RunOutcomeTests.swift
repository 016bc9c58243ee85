import Actions
import Basics
import Testing

@testable import Engine
@testable import xbuild

struct RunOutcomeTests {
    private static func done(_ source: StepState.Source, _ name: String, seconds: Double = 0) -> StepResult {
        .done(
            StepSuccess(
                source: source, result: ActionResult(outputs: [:]), key: Digest(of: Array(name.utf8)), seconds: seconds
            ))
    }

    @Test func `cached steps that an earlier plan built count as built`() {
        let first = RunOutcome(
            results: [
                StepID(index: 0): Self.done(.cached, "fetch"), StepID(index: 1): Self.done(.built, "build", seconds: 3),
                StepID(index: 2): .skipped,
            ], seconds: 4)
        let second = RunOutcome(
            results: [
                StepID(index: 0): Self.done(.cached, "build"), StepID(index: 1): Self.done(.cached, "fetch"),
                StepID(index: 2): Self.done(.built, "merge"),
            ], seconds: 2)
        let both = second.crediting(first)
        #expect(both.counts == RunCounts(cached: 1, built: 2))
        #expect(both.results[StepID(index: 0)] == Self.done(.built, "build", seconds: 3))
        #expect(both.seconds == 6)
    }
}
