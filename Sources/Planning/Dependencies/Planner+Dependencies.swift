import Actions
import Basics
import Recipes
import Steps
import Targets

/// Determines the packages that a slice is built with, and their paths.
extension Planner {
    /// Returns the transitive dependencies of a slice in the order in which static libraries are linked: dependents
    /// first. In the request, dependencies come before dependents, so link order is the reverse order of the indices.
    ///
    /// - Parameter memory: a cache of the result for the package's previous slice; most slices have the same result.
    func needs(
        of slice: SliceRequest, in package: PackageRequest, _ memory: inout DependencyClosureCache
    ) throws(PlanningError) -> [TransitiveDependency] {
        let dependencies = slice.settings.dependencies
        guard !dependencies.isEmpty else { return [] }
        guard slice.targets.count == 1, let target = slice.targets.first else {
            throw .sharedDependencies(package.recipe.name)
        }
        var direct: [DependencyClosureCache.Direct] = []
        for dependency in dependencies {
            guard let place = package.needs[dependency.name], planned.indices.contains(place),
                let needs = planned[place].prefixes[target]?.needs
            else { throw .noDependency(package.recipe.name, dependency.name, target) }
            direct.append(DependencyClosureCache.Direct(dependency: dependency, place: place, needs: needs))
        }
        return memory.needs(of: direct)
    }

    /// Returns a dependency's relocatable prefix for a target; plans the step at the first call.
    mutating func relocatedPrefix(
        _ need: TransitiveDependency, _ target: Target
    ) throws(PlanningError) -> RelocatedPrefix {
        if let known = relocated[need.package][target] { return known }
        guard let prefix = planned[need.package].prefixes[target] else {
            throw .noDependency(need.name, need.name, target)
        }
        let step = add(
            .relocatePrefix, of: planned[need.package].request, targets: [target],
            RelocatePrefix.self, .init(target: target, buildRoots: [WorkPlaces.sandbox]),
            inputs: [PrefixLayout.slice(target): prefix.input()])
        let made = RelocatedPrefix(step: step, need, target)
        relocated[need.package][target] = made
        return made
    }
}
