import Basics
import Recipes

/// Computes the transitive dependencies of a slice, and caches the last result: the next slice of the same package
/// almost always has the same dependencies.
struct DependencyClosureCache {
    private var last: (direct: [Direct], needs: [TransitiveDependency]) = ([], [])

    /// A dependency that a slice declares.
    struct Direct: Hashable {
        var dependency: Dependency
        /// The dependency's index in the request.
        var place: Int
        /// The transitive dependencies of the dependency, for the slice's target.
        var needs: [TransitiveDependency]
    }

    /// Returns the transitive dependencies in the order in which static libraries are linked: dependents first.
    mutating func needs(of direct: [Direct]) -> [TransitiveDependency] {
        if direct != last.direct { last = (direct, Self.closure(direct)) }
        return last.needs
    }

    private static func closure(_ direct: [Direct]) -> [TransitiveDependency] {
        var needs: [Int: TransitiveDependency] = [:]
        for each in direct {
            let dependency = each.dependency
            needs.add(
                TransitiveDependency(
                    package: each.place, name: dependency.name, folder: SliceDependencies.folder(of: dependency.name),
                    isVisible: true, isPublic: dependency.isPublic))
            for need in each.needs {
                needs.add(
                    TransitiveDependency(
                        package: need.package, name: need.name, folder: need.folder, isVisible: need.isPublic,
                        isPublic: need.isPublic && dependency.isPublic))
            }
        }
        return needs.sorted { $0.key > $1.key }.map(\.value)
    }
}

extension [Int: TransitiveDependency] {
    fileprivate mutating func add(_ need: TransitiveDependency) {
        guard let known = self[need.package] else {
            self[need.package] = need
            return
        }
        self[need.package]?.isVisible = known.isVisible || need.isVisible
        self[need.package]?.isPublic = known.isPublic || need.isPublic
    }
}
