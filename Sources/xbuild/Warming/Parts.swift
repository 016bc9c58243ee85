// How the work of a warmer is split over machines. The unit is a package for a target: what it takes to have its prefix.
// The heaviest units are given out first, each to the part that has least. What packages take beyond their targets
// (merging, headers, the folder itself) is little and needs all targets: a run without parts does it, from the cache.

import Actions
import Planning

struct Parts {
    /// A package for a target.
    struct Unit {
        var name: String
        var steps: [StepID] = []
        var seconds = 0.0
    }

    private let units: [Unit]

    init(_ planned: Planner.Result, _ weights: StepWeights) {
        let plan = planned.plan
        var needed = planned.goals
        var units: [String: Unit] = [:]
        for index in plan.steps.indices.reversed() where needed.contains(StepID(index: index)) {
            let step = plan.steps[index]
            let inputs = step.inputs.values.compactMap(\.step)
            needed.formUnion(inputs)
            guard let target = step.target, let package = step.package, Self.isOwn(step, plan) else { continue }
            let name = "\(package) \(target)"
            units[name, default: Unit(name: name)].steps.append(StepID(index: index))
            units[name, default: Unit(name: name)].seconds += weights.seconds(step)
        }
        self.units = units.values.sorted { ($0.seconds, $1.name) > ($1.seconds, $0.name) }
    }

    /// Whether a step needs only what is of its own target, or of none.
    private static func isOwn(_ step: Step, _ plan: Plan) -> Bool {
        step.inputs.values.compactMap(\.step).allSatisfy { plan[$0].target == nil || plan[$0].target == step.target }
    }

    /// The units of each part.
    func split(into count: Int) -> [[Unit]] {
        var parts: [[Unit]] = Array(repeating: [], count: count)
        var loads = Array(repeating: 0.0, count: count)
        for unit in units {
            let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            parts[least].append(unit)
            loads[least] += unit.seconds
        }
        return parts
    }

    func goals(of shard: Shard) -> Set<StepID> {
        Set(split(into: shard.count)[shard.index - 1].flatMap(\.steps))
    }
}
