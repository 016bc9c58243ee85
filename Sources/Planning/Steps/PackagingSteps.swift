import Actions
import Basics
import Recipes
import Steps
import Targets
import Toolchains

/// The parts of the delivered folder.
struct DistParts {
    var source: StepID
    var archives: StepID?
    var headers: StepID
    /// Steps that must succeed before the folder may be used.
    var gates: [StepID]
}

/// Plans the fat archives, the audit and the delivered folder.
extension Planner {
    /// Plans the step that makes fat archives. Returns nil when no target is one of Apple's.
    mutating func addMergedArchives(_ package: PackageRequest, _ prefixes: [Prefix]) -> StepID? {
        let apple = prefixes.filter { $0.target.platform.isApple }
        guard !apple.isEmpty else { return nil }
        let parameters = MergeArchives.Parameters(
            targets: apple.map(\.target), libraries: package.products.libraries, installer: package.installer)
        return add(
            .mergeArchives, of: package, MergeArchives.self, parameters, inputs: Self.slices(apple, below: "lib"))
    }

    mutating func addAudit(
        _ package: PackageRequest, _ prefixes: [Prefix], archives: StepID?
    ) throws(PlanningError) -> StepID {
        var inputs = Self.slices(prefixes, below: "lib")
        if let archives { inputs["lib"] = .output(archives, "lib") }
        inputs.reserveCapacity(prefixes.reduce(inputs.count) { $0 + $1.parts.providerCount + $1.needs.count })
        for prefix in prefixes { try addProviders(of: prefix, to: &inputs) }
        let parameters = Audit.Parameters(
            targets: prefixes.map(\.expectation), libraries: package.products.libraries, forbidden: Self.forbidden,
            installer: package.installer, links: package.products.links)
        return add(.audit, of: package, Audit.self, parameters, inputs: inputs)
    }

    static let licenses: RelativePath = "licenses"

    /// Parts of build folders' paths, by which audits find such paths in libraries. Builds run in the sandbox's folder
    /// or, without a sandbox, in the store.
    private static let forbidden = ["\(WorkPlaces.sandbox)/", "/\(WorkPlaces.folder)/"]

    mutating func addDist(
        _ package: PackageRequest, _ prefixes: [Prefix], _ parts: DistParts
    ) throws(PlanningError) -> Result.Package {
        var inputs: [RelativePath: Input] = ["include": .output(parts.headers, "include")]
        for prefix in prefixes { inputs[PrefixLayout.slice(prefix.target)] = prefix.input() }
        if let archives = parts.archives { inputs["lib"] = .output(archives, "lib") }
        inputs.merge(licenses(package, source: parts.source)) { $1 }
        let place = PackagePlace(packages: request.packages, index: planned.count - 1)
        let patches = try patchRecords(package)
        let work = Dist.work(made: { place.distParameters(prefixes, patches: patches) })
        let step = add(.compose, of: package, work, inputs: inputs, outputs: Dist.outputs)
        return Result.Package(
            folder: "\(package.recipe.name)-\(package.version)", dist: step, output: "dist", gates: parts.gates)
    }

    func licenses(_ package: PackageRequest, source: StepID) -> [RelativePath: Input] {
        var inputs: [RelativePath: Input] = [:]
        for file in package.recipe.licenseFiles {
            inputs[Self.licenses.appending(file)] = .output(source, FetchSource.tree.appending(file))
        }
        return inputs
    }

    static func slices(_ prefixes: [Prefix], below: RelativePath) -> [RelativePath: Input] {
        Dictionary(
            uniqueKeysWithValues: prefixes.map { (PrefixLayout.slice($0.target).appending(below), $0.input(below)) })
    }
}

extension PackagePlace {
    func distParameters(_ prefixes: [Prefix], patches: [InputRecord]) -> Dist.Parameters {
        let package = package
        return Dist.Parameters(
            name: package.recipe.name.string, version: package.version, license: package.recipe.license.string,
            module: package.module(of: prefixes).string, targets: prefixes.map { $0.record(self) },
            inputs: patches + package.inputRecords, buildRoots: [WorkPlaces.sandbox],
            dependencies: dependencyRecords(prefixes))
    }
}

extension PackageRequest {
    /// The words for the install step if the recipe defines that step; nil for other build systems.
    fileprivate var installer: String? {
        if case .script = recipe.build { "the install step" } else { nil }
    }
}
