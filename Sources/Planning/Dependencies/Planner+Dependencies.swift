import Actions
import Basics
import Recipes
import Steps
import Targets

/// Determines the packages that a slice is built with, and their paths.
extension Planner {
    /// Returns the transitive dependencies of a slice in the order in which static libraries are linked: dependents
    /// first. The request has dependencies before dependents, so this is the reverse order of the indices.
    ///
    /// - Parameter memory: the result for the previous slice, which is equal in most packages.
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

    /// Returns a dependency's relocatable prefix; the step is planned at the first use.
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
