import Actions
import Basics
import Packaging
import Recipes
import Targets

/// A package that a slice is built with, itself or for the sake of another one.
struct Need: Hashable {
    /// Its place in the request.
    var package: Int
    var name: PackageName
    /// Where it stands in a build's input root.
    var folder: RelativePath
    /// Whether the compiler finds its headers: it is declared, or headers of what is declared include them.
    var isVisible: Bool
    /// Whether the headers that the slice installs include its headers.
    var isPublic: Bool
}

/// A dependency's prefix as others build with it, for one target. An object, since many steps refer to it.
final class RelocatedPrefix: Sendable {
    let prefix: Input
    let include: Input
    let lib: Input
    /// Where audits of dependents find its libraries.
    let auditFolder: RelativePath

    init(step: StepID, _ need: Need, _ target: Target) {
        prefix = .output(step, "prefix")
        include = .output(step, "prefix/include")
        lib = .output(step, "prefix/lib")
        auditFolder = PrefixLayout.dependencies(target).appending(SliceDependencies.name(of: need.name))
    }
}

/// What was planned of a package, for those that need it.
struct PlannedPackage {
    var request: PackageRequest
    var prefixes: [Target: Prefix]
    /// What each prefix was built with.
    var needs: [Target: [Need]]
    /// Its audits, and those of everything that it needs: none of it may be delivered before they have passed.
    var audits: Set<StepID>
    /// The step that merged the headers of all its targets, once a dependent has asked.
    var headers: StepID?
    /// The tree of its sources.
    var source: StepID
    /// Its packages, as far as there are such.
    var package: PlannedArtifacts?

    var products: Products { request.products }

    init(_ request: PackageRequest, _ prefixes: [Prefix], audits: Set<StepID>, source: StepID) {
        self.request = request
        self.prefixes = Dictionary(prefixes.map { ($0.target, $0) }) { first, _ in first }
        needs = self.prefixes.mapValues(\.needs)
        self.audits = audits
        self.source = source
    }
}

/// What packages of dependents name of a library's own.
struct PlannedArtifacts {
    var facts: PackageFacts
    var slices: [PackageSlice]
    /// The steps that zip XCFramework and bundle.
    var zips: [PackageFormat: StepID]
}
