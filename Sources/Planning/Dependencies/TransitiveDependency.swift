import Actions
import Basics
import Packages
import Recipes
import Steps
import Targets

/// A direct or transitive dependency of a slice.
struct TransitiveDependency: Hashable {
    /// Its index in the request.
    var package: Int
    var name: PackageName
    /// Its path in a build's input root.
    var folder: RelativePath
    /// Whether the compiler finds its headers: it is declared, or headers of a declared dependency include its headers.
    var isVisible: Bool
    /// Whether the headers that the slice installs include its headers.
    var isPublic: Bool
}

/// A dependency's relocatable prefix for one target, used by builds of dependents. A class, since many steps share it.
final class RelocatedPrefix: Sendable {
    let prefix: Input
    let include: Input
    let lib: Input
    /// The path of its libraries in audits of dependents.
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
    /// The audits of the package and of all its dependencies: they must pass before xbuild delivers any of it.
    var audits: Set<StepID>
    /// The step that merged the headers of all its targets; nil until a dependent needs it.
    var headers: StepID?
    /// The step whose output is the tree of its sources.
    var source: StepID
    /// The parts of its packages that packages of dependents refer to; nil if it has no packages.
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
