import Actions
import Basics
import Packaging
import Recipes
import Targets

/// Which packages a slice is built with, and where it finds them.
extension Planner {
    /// Everything that a slice needs, in the order in which static libraries are linked: dependents first. The request
    /// holds dependencies before dependents, so the order of the places is that order turned round.
    func needs(of slice: SliceRequest, in package: PackageRequest) throws(PlanningError) -> [Need] {
        guard !slice.settings.dependencies.isEmpty else { return [] }
        guard slice.targets.count == 1, let target = slice.targets.first else {
            throw .sharedDependencies(package.recipe.name)
        }
        var needs: [Int: Need] = [:]
        for dependency in slice.settings.dependencies {
            guard let place = package.needs[dependency.name], planned.indices.contains(place),
                let prefix = planned[place].prefixes[target]
            else { throw .noDependency(package.recipe.name, dependency.name, target) }
            needs.add(
                Need(
                    package: place, name: dependency.name, folder: SliceDependencies.folder(of: dependency.name),
                    isVisible: true, isPublic: dependency.isPublic))
            for need in prefix.needs {
                needs.add(
                    Need(
                        package: need.package, name: need.name, folder: need.folder, isVisible: need.isPublic,
                        isPublic: need.isPublic && dependency.isPublic))
            }
        }
        return needs.sorted { $0.key > $1.key }.map(\.value)
    }

    /// A dependency's prefix as others build with it; made once, when somebody needs it.
    mutating func relocatedPrefix(_ need: Need, _ target: Target) throws(PlanningError) -> Input {
        if let step = planned[need.package].relocated[target] { return .output(step, Self.relocated) }
        guard let prefix = planned[need.package].prefixes[target] else {
            throw .noDependency(need.name, need.name, target)
        }
        let step = add(
            "make relocatable", of: planned[need.package].request, target: target.name,
            RelocatePrefix.work(.init(target: target, buildRoots: [WorkPlaces.sandbox])),
            inputs: [PrefixLayout.slice(target): prefix.input()], outputs: RelocatePrefix.outputs)
        planned[need.package].relocated[target] = step
        return .output(step, Self.relocated)
    }

    private static let relocated: RelativePath = "prefix"
}

extension [Int: Need] {
    fileprivate mutating func add(_ need: Need) {
        guard let known = self[need.package] else {
            self[need.package] = need
            return
        }
        self[need.package]?.isVisible = known.isVisible || need.isVisible
        self[need.package]?.isPublic = known.isPublic || need.isPublic
    }
}
