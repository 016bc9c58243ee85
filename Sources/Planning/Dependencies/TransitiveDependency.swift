import Actions
import Basics
import Packages
import Recipes
import Steps
import Targets

/// A direct or transitive dependency of a slice.
struct TransitiveDependency: Hashable {
    /// The dependency's index in the request.
    var package: Int
    var name: PackageName
    /// The path of the dependency's prefix in a build's input root.
    var folder: RelativePath
    /// Whether the compiler finds the dependency's headers: the slice declares the dependency, or headers of a declared
    /// dependency include them.
    var isVisible: Bool
    /// Whether the headers that the slice installs include the dependency's headers.
    var isPublic: Bool
}

/// A dependency's relocatable prefix for one target, used by builds of dependents. This is a class so that many steps
/// share one instance.
final class RelocatedPrefix: Sendable {
    let prefix: Input
    let include: Input
    let lib: Input
    /// The folder of the dependency's libraries in the inputs of dependents' audits.
    let auditFolder: RelativePath

    init(step: StepID, _ need: TransitiveDependency, _ target: Target) {
        prefix = .output(step, "prefix")
        include = .output(step, "prefix/include")
        lib = .output(step, "prefix/lib")
        auditFolder = PrefixLayout.dependencies(target).appending(.checked(need.name.string))
    }
}

/// The planned parts of a package, for its dependents.
struct PlannedPackage {
    var request: PackageRequest
    var prefixes: [Target: Prefix]
    /// The audits of the package and of all its dependencies. All must pass before xbuild delivers the package.
    var audits: Set<StepID>
    /// The step that merges the headers of all targets for dependents; nil until a dependent needs the headers.
    var headers: StepID?
    /// The step whose output is the source tree.
    var source: StepID
    /// The parts of the library's packages that packages of dependents refer to; nil if no packages are made.
    var package: PlannedArtifacts?

    init(_ request: PackageRequest, _ prefixes: [Prefix], audits: Set<StepID>, source: StepID) {
        self.request = request
        self.prefixes = Dictionary(prefixes.map { ($0.target, $0) }) { first, _ in first }
        self.audits = audits
        self.source = source
    }
}

/// The parts of a library's packages that packages of dependents refer to.
struct PlannedArtifacts {
    var facts: PackageFacts
    var slices: [PackageSlice]
    /// The steps that zip the XCFramework and the bundle.
    var zips: [PackageFormat: StepID]
}
