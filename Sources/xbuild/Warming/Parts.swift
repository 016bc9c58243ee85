// How the work of a warmer is split over machines. The unit is a package for a target: what it takes to have its
// prefix. The heaviest units are given out first, each to the part that has least. What packages take beyond their
// targets (merging, headers, the folder itself) is little and needs all targets: a run without parts does it,
// from the cache.

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
        let below = Self.targetsBelow(plan)
        var needed = planned.goals
        var units: [String: Unit] = [:]
        for index in plan.steps.indices.reversed() where needed.contains(StepID(index: index)) {
            let step = plan.steps[index]
            needed.formUnion(step.inputs.values.compactMap(\.step))
            guard let target = step.target, let package = step.package, below[index] == [target] else { continue }
            let name = "\(package) \(target)"
            units[name, default: Unit(name: name)].steps.append(StepID(index: index))
            units[name, default: Unit(name: name)].seconds += weights.seconds(step)
        }
        self.units = units.values.sorted { ($0.seconds, $1.name) > ($1.seconds, $0.name) }
    }

    /// By step: the targets of it and of everything that it needs. One that needs several belongs to no part.
    private static func targetsBelow(_ plan: Plan) -> [Set<String>] {
        var below: [Set<String>] = []
        for step in plan.steps {
            let inputs = step.inputs.values.compactMap(\.step).filter { below.indices.contains($0.index) }
            below.append(inputs.reduce(into: Set([step.target].compactMap(\.self))) { $0.formUnion(below[$1.index]) })
        }
        return below
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
