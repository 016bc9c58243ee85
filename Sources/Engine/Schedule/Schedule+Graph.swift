import Actions

extension Schedule {
    /// Returns the input steps of each step, without duplicates, in the plan's order.
    static func inputSteps(of plan: Plan) throws(EngineError) -> [[StepID]] {
        var all: [[StepID]] = []
        for id in plan.ids {
            let steps = plan.steps[id.index].inputSteps
            if let first = steps.first, let last = steps.last, first.index < 0 || last >= id {
                throw .planOutOfOrder(step: plan[id].identity)
            }
            all.append(steps)
        }
        return all
    }

    /// Returns, by step, whether it is a goal or a step that a goal needs.
    static func closure(of goals: some Sequence<StepID>, _ inputSteps: [[StepID]]) -> [Bool] {
        var needed = Array(repeating: false, count: inputSteps.count)
        for goal in goals where needed.indices.contains(goal.index) { needed[goal.index] = true }
        for index in inputSteps.indices.reversed() where needed[index] {
            for input in inputSteps[index] { needed[input.index] = true }
        }
        return needed
    }

    static func waiters(_ inputSteps: [[StepID]], among needed: [Bool]) -> [[StepID]] {
        var waiters: [[StepID]] = Array(repeating: [], count: inputSteps.count)
        for (index, inputs) in inputSteps.enumerated() where needed[index] {
            for input in inputs { waiters[input.index].append(StepID(index: index)) }
        }
        return waiters
    }

    /// Returns, by step, the seconds of the longest chain of work that begins with the step.
    static func urgency(_ waiters: [[StepID]], seconds: (Int) -> Double) -> [Double] {
        var urgency = Array(repeating: 0.0, count: waiters.count)
        for index in waiters.indices.reversed() {
            urgency[index] = seconds(index) + (waiters[index].map { urgency[$0.index] }.max() ?? 0)
        }
        return urgency
    }
}

extension Plan {
    /// Every step's id, in the plan's order.
    var ids: [StepID] { steps.indices.map(StepID.init(index:)) }
}

extension Step {
    /// The assumed seconds of a step without a recorded duration: commands configure and compile, builtins only move
    /// trees.
    var guessedSeconds: Double {
        switch work {
        case .command: 10
        case .builtin: 0.5
        }
    }
}
