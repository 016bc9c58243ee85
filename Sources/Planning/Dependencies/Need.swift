import Actions
import Basics
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

/// What was planned of a package, for those that need it.
struct PlannedPackage {
    var request: PackageRequest
    var prefixes: [Target: Prefix]
    /// The steps that made the prefixes what dependents build with, once one of them has asked.
    var relocated: [Target: StepID] = [:]
    /// Its audits, and those of everything that it needs: none of it may be delivered before they have passed.
    var audits: Set<StepID>
    /// The step that merged the headers of all its targets, once a dependent has asked.
    var headers: StepID?

    var products: Products { request.products }

    init(_ request: PackageRequest, _ prefixes: [Prefix], audits: Set<StepID>) {
        self.request = request
        self.prefixes = Dictionary(prefixes.map { ($0.target, $0) }) { first, _ in first }
        self.audits = audits
    }
}
