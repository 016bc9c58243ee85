import Actions

extension Schedule {
    /// The steps that each step needs, each once, in the plan's order.
    static func inputSteps(of plan: Plan) throws(EngineError) -> [[StepID]] {
        var all: [[StepID]] = []
        for id in plan.ids {
            let steps = Set(plan[id].inputs.values.compactMap(\.step)).sorted()
            if let first = steps.first, let last = steps.last, first.index < 0 || last >= id {
                throw .planOutOfOrder(step: plan[id].title)
            }
            all.append(steps)
        }
        return all
    }

    /// The goals and all that they need.
    static func closure(of goals: Set<StepID>, _ inputSteps: [[StepID]]) -> Set<StepID> {
        var needed = goals
        for id in inputSteps.indices.reversed().map(StepID.init(index:)) where needed.contains(id) {
            needed.formUnion(inputSteps[id.index])
        }
        return needed
    }

    static func waiters(_ inputSteps: [[StepID]], among needed: Set<StepID>) -> [[StepID]] {
        var waiters: [[StepID]] = Array(repeating: [], count: inputSteps.count)
        for id in needed.sorted() {
            for input in inputSteps[id.index] { waiters[input.index].append(id) }
        }
        return waiters
    }
}

extension Plan {
    /// Every step's id, in the plan's order.
    var ids: [StepID] { steps.indices.map(StepID.init(index:)) }
}

extension Step {
    /// Seconds to expect of a step that never ran here: processes configure and compile, builtins only move trees.
    var guessedSeconds: Double {
        switch work {
        case .command: 10
        case .builtin: 0.5
        }
    }
}
