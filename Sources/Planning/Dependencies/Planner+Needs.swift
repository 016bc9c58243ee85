import Actions
import Basics
import Packaging
import Recipes
import Targets

/// Which packages a slice is built with, and where it finds them.
extension Planner {
    /// Everything that a slice needs, in the order in which static libraries are linked: dependents first. The request
    /// holds dependencies before dependents, so the order of the places is that order turned round.
    ///
    /// - Parameter memory: what a slice before it needs, in most packages the same.
    func needs(
        of slice: SliceRequest, in package: PackageRequest, _ memory: inout NeedsMemory
    ) throws(PlanningError) -> [Need] {
        let dependencies = slice.settings.dependencies
        guard !dependencies.isEmpty else { return [] }
        guard slice.targets.count == 1, let target = slice.targets.first else {
            throw .sharedDependencies(package.recipe.name)
        }
        var direct: [NeedsMemory.Direct] = []
        for dependency in dependencies {
            guard let place = package.needs[dependency.name], planned.indices.contains(place),
                let needs = planned[place].needs[target]
            else { throw .noDependency(package.recipe.name, dependency.name, target) }
            direct.append(NeedsMemory.Direct(dependency: dependency, place: place, needs: needs))
        }
        return memory.needs(of: direct)
    }

    /// A dependency's prefix as others build with it; made once, when somebody needs it.
    mutating func relocatedPrefix(_ need: Need, _ target: Target) throws(PlanningError) -> RelocatedPrefix {
        if let known = relocated[need.package][target] { return known }
        guard let prefix = planned[need.package].prefixes[target] else {
            throw .noDependency(need.name, need.name, target)
        }
        let step = add(
            .relocatePrefix, of: planned[need.package].request, targets: [target],
            RelocatePrefix.work(.init(target: target, buildRoots: [WorkPlaces.sandbox])),
            inputs: [PrefixLayout.slice(target): prefix.input()], outputs: RelocatePrefix.outputs)
        let made = RelocatedPrefix(step: step, need, target)
        relocated[need.package][target] = made
        return made
    }
}
