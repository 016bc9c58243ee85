import Actions
import Basics
import Engine
import Planning

/// A plan with a forecast for each step, as text for people or JSON for programs.
struct PlanReport {
    var planned: Planner.Result
    var forecasts: [StepID: StepForecast]
    var wording: StepWording

    var text: String {
        var table = Table()
        let steps = planned.plan.steps
        for index in steps.indices {
            guard let forecast = forecasts[StepID(index: index)] else { continue }
            let step = steps[index].identity
            table.add([step.slice ?? "-", wording.title(step), forecast.words])
        }
        let cached = forecasts.values.count { if case .cached = $0 { true } else { false } }
        return table.text + "\(forecasts.count) steps, \(cached) in the store\n"
    }

    func json() -> String {
        let steps = planned.plan.steps.map { NamedStep(name: TitledStep($0.identity, in: wording), value: $0) }
        // By the index of the step.
        let named = Dictionary(uniqueKeysWithValues: forecasts.map { ("\($0.key.index)", $0.value) })
        let document: JSONValue = [
            "plan": [
                "plan": ["steps": CanonicalJSON.value(of: steps)],
                "packages": CanonicalJSON.value(of: planned.packages),
                "tests": CanonicalJSON.value(of: planned.tests),
                "skippedTests": CanonicalJSON.value(of: planned.skippedTests),
            ],
            "forecasts": CanonicalJSON.value(of: named),
        ]
        return document.document + "\n"
    }
}

extension StepForecast {
    /// The forecast with a short reason: the last of several changes.
    var words: String {
        switch self {
        case .cached: "cached"
        case .neverBuilt: "runs: never built"
        case .inputsChanged(_, let changes):
            "runs: " + (changes.last.map(Self.words) ?? "")
                + (changes.count > 1 ? ", and \(changes.count - 1) more" : "")
        case .resultGone: "runs: the store no longer has its result"
        case .dependsOnEarlierSteps: "depends on results of earlier steps"
        }
    }

    /// Returns a change in a few words. The parameters of built-in actions are JSON, which is too long for a table.
    private static func words(_ change: ActionChange) -> String {
        switch change {
        case .argumentAdded(let word) where word.hasPrefix("{"), .argumentRemoved(let word) where word.hasPrefix("{"):
            "its parameters changed"
        case .argumentAdded, .argumentRemoved, .variable, .property, .outputAdded, .outputRemoved, .timeout, .input:
            "\(change)"
        }
    }
}
