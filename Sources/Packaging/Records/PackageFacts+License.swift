import Packages
import Steps

extension PackageFacts {
    /// Returns the license of a dependency; nil if it is unknown.
    func license(of dependency: DependencyRecord) -> String? {
        dependencies?.first { $0.name == dependency.name }?.license
    }
}
