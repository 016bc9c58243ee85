// Splits the work of `xbuild warm` over machines. A package slice is never split: it has the steps that make the
// prefixes of a package for a target, or for targets that share a build. The heaviest slices are assigned first, each
// to the lightest shard. The other steps of a package (merging, headers, the folder itself) are cheap and need all
// targets: a run without `--shard` executes them, with the slices from the cache.

import Actions
import Basics
import Planning
import Targets

struct ShardPlan {
    /// The steps of a package for a target, or for the targets that share a build.
    struct PackageSlice {
        /// Orders slices of equal weight.
        var name: String
        var steps: [StepID] = []
        var seconds = 0.0
    }

    private let slices: [PackageSlice]

    private struct Key: Hashable {
        var package: PackageID
        var targets: [Target]

        var slice: PackageSlice {
            PackageSlice(name: ([package.description] + targets.map(\.name)).joined(separator: " "))
        }
    }

    init(_ planned: Planner.Result, _ weights: StepWeights) {
        let plan = planned.plan
        let below = Self.targetsBelow(plan)
        var slices: [Key: PackageSlice] = [:]
        for id in planned.neededSteps.sorted().reversed() {
            let step = plan[id]
            guard let package = step.package, below[id.index] == [step.targets] else { continue }
            let key = Key(package: package, targets: step.targets)
            slices[key, default: key.slice].steps.append(id)
            slices[key, default: key.slice].seconds += weights.seconds(step)
        }
        self.slices = slices.values.sorted { ($0.seconds, $1.name) > ($1.seconds, $0.name) }
    }

    /// Returns for each step the targets of the step and of all steps that it needs. Targets that share a step form one
    /// entry; a step with several entries belongs to no shard.
    private static func targetsBelow(_ plan: Plan) -> [Set<[Target]>] {
        var below: [Set<[Target]>] = []
        for step in plan.steps {
            let inputs = step.inputs.values.compactMap(\.step).filter { below.indices.contains($0.index) }
            below.append(
                inputs.reduce(into: step.targets.isEmpty ? [] : [step.targets]) { $0.formUnion(below[$1.index]) })
        }
        return below
    }

    /// Returns the slices of each shard.
    func split(into count: Int) -> [[PackageSlice]] {
        var shards: [[PackageSlice]] = Array(repeating: [], count: count)
        var loads = Array(repeating: 0.0, count: count)
        for slice in slices {
            let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            shards[least].append(slice)
            loads[least] += slice.seconds
        }
        return shards
    }

    func goals(of shard: Shard) -> Set<StepID> {
        Set(split(into: shard.count)[shard.index - 1].flatMap(\.steps))
    }
}
