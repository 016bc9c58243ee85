// How the work of a warmer is split over machines. The unit is a package for a target, or for those that share
// a build: what it takes to have its prefixes. The heaviest units are given out first, each to the part that has least.
// What packages take beyond their targets (merging, headers, the folder itself) is little and needs all targets: a run
// without parts does it, from the cache.

import Actions
import Basics
import Planning
import Targets

struct ShardPlan {
    struct Unit {
        /// Orders units of one weight.
        var name: String
        var steps: [StepID] = []
        var seconds = 0.0
    }

    private let units: [Unit]

    private struct Slice: Hashable {
        var package: PackageID
        var targets: [Target]

        var unit: Unit { Unit(name: ([package.description] + targets.map(\.name)).joined(separator: " ")) }
    }

    init(_ planned: Planner.Result, _ weights: StepWeights) {
        let plan = planned.plan
        let below = Self.targetsBelow(plan)
        var needed = planned.goals
        var units: [Slice: Unit] = [:]
        for index in plan.steps.indices.reversed() where needed.contains(StepID(index: index)) {
            let step = plan.steps[index]
            needed.formUnion(step.inputs.values.compactMap(\.step))
            guard let package = step.package, below[index] == [step.targets] else { continue }
            let slice = Slice(package: package, targets: step.targets)
            units[slice, default: slice.unit].steps.append(StepID(index: index))
            units[slice, default: slice.unit].seconds += weights.seconds(step)
        }
        self.units = units.values.sorted { ($0.seconds, $1.name) > ($1.seconds, $0.name) }
    }

    /// By step: the targets of it and of everything that it needs, those that share a step together. One that needs
    /// several such belongs to no part.
    private static func targetsBelow(_ plan: Plan) -> [Set<[Target]>] {
        var below: [Set<[Target]>] = []
        for step in plan.steps {
            let inputs = step.inputs.values.compactMap(\.step).filter { below.indices.contains($0.index) }
            below.append(
                inputs.reduce(into: step.targets.isEmpty ? [] : [step.targets]) { $0.formUnion(below[$1.index]) })
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
