import Actions
import Basics
import Packaging
import Recipes
import Targets
import Toolchains

/// What the folder that a person gets is made of.
struct DistParts {
    var source: StepID
    var archives: StepID?
    var headers: StepID
    /// Steps that must succeed before the folder may be used.
    var gates: [StepID]
}

/// Archives, audit and the folder that a person gets.
extension Planner {
    /// The step with the fat archives; nil when no target is Apple's.
    mutating func addMergedArchives(_ package: PackageRequest, _ prefixes: [Prefix]) -> StepID? {
        let apple = prefixes.filter { $0.target.platform.isApple }
        guard !apple.isEmpty else { return nil }
        let parameters = MergeArchives.Parameters(
            targets: apple.map(\.target), libraries: package.products.libraries, installer: package.installer)
        return add(
            "merge archives of", of: package, MergeArchives.work(parameters),
            inputs: Self.slices(apple, below: "lib"), outputs: MergeArchives.outputs)
    }

    mutating func addAudit(
        _ package: PackageRequest, _ prefixes: [Prefix], archives: StepID?
    ) throws(PlanningError) -> StepID {
        var inputs = Self.slices(prefixes, below: "lib")
        if let archives { inputs["lib"] = .output(archives, "lib") }
        for prefix in prefixes {
            for (path, input) in try providers(prefix) { inputs[path] = input }
            for (path, input) in try dependencyLibraries(prefix) { inputs[path] = input }
        }
        let parameters = Audit.Parameters(
            targets: prefixes.map(\.expectation), libraries: package.products.libraries,
            forbidden: Self.forbidden, installer: package.installer)
        return add("audit", of: package, Audit.work(parameters), inputs: inputs, outputs: Audit.outputs)
    }

    private static let licenses: RelativePath = "licenses"

    /// Folders of builds: the sandbox's. Outside of it a work folder lies in the store, below this name.
    private static let forbidden = ["\(WorkPlaces.sandbox)/", "/\(WorkPlaces.folder)/"]

    /// The libraries that a target's programs find at run time.
    private mutating func providers(_ prefix: Prefix) throws(PlanningError) -> [(RelativePath, Input)] {
        var result: [(RelativePath, Input)] = []
        for (index, library) in prefix.slice.toolchain.runtimeLibraries.enumerated() {
            let path = library.resolved(root: ".")
            guard let file = path.split(separator: "/").last, let name = RelativePath("\(index)-\(file)"),
                let input = provider(path, prefix.slice.toolchain)
            else { throw .unknownFile(path) }
            result.append((PrefixLayout.providers(prefix.target).appending(name), input))
        }
        return result
    }

    /// A file of the sysroot that is an input, or of the machine.
    private mutating func provider(_ path: String, _ toolchain: ResolvedToolchain) -> Input? {
        if let digest = request.digests[path] { return .localFile(path: path, digest, isExecutable: false) }
        guard let sysroot = sysrootInput(toolchain), case .output(let step, let root) = sysroot.input,
            path.hasPrefix("./"), let below = RelativePath(String(path.dropFirst(2)))?.relative(to: sysroot.path)
        else { return nil }
        return .output(step, root.appending(below))
    }

    mutating func addDist(
        _ package: PackageRequest, _ prefixes: [Prefix], _ parts: DistParts
    ) throws(PlanningError) -> Result.Package {
        var inputs: [RelativePath: Input] = ["include": .output(parts.headers, "include")]
        for prefix in prefixes { inputs[PrefixLayout.slice(prefix.target)] = prefix.input() }
        if let archives = parts.archives { inputs["lib"] = .output(archives, "lib") }
        inputs.merge(licenses(package, parts)) { $1 }
        let parameters = try distParameters(package, prefixes)
        let step = add("compose", of: package, Dist.work(parameters), inputs: inputs, outputs: Dist.outputs)
        return Result.Package(
            folder: "\(package.recipe.name)-\(package.version)", dist: step, output: "dist", gates: parts.gates)
    }

    func licenses(_ package: PackageRequest, _ parts: DistParts) -> [RelativePath: Input] {
        var inputs: [RelativePath: Input] = [:]
        for file in package.recipe.licenseFiles {
            inputs[Self.licenses.appending(file)] = .output(parts.source, FetchSource.tree.appending(file))
        }
        return inputs
    }

    func distParameters(
        _ package: PackageRequest, _ prefixes: [Prefix]
    ) throws(PlanningError) -> Dist.Parameters {
        var records: [TargetRecord] = []
        for prefix in prefixes { records.append(try prefix.record(package, link: linkWords(package, prefix))) }
        return Dist.Parameters(
            name: package.recipe.name.string, version: package.version, license: package.recipe.license.string,
            module: package.products.module.string, targets: records,
            inputs: try patchRecords(package) + package.inputRecords, buildRoots: [WorkPlaces.sandbox],
            dependencies: dependencyRecords(prefixes))
    }

    private static func slices(_ prefixes: [Prefix], below: RelativePath) -> [RelativePath: Input] {
        Dictionary(
            uniqueKeysWithValues: prefixes.map {
                (PrefixLayout.slice($0.target).appending(below), $0.input(below))
            })
    }
}

extension PackageRequest {
    /// What installs, where the recipe itself says how.
    fileprivate var installer: String? {
        switch recipe.build {
        case .script: "the install step"
        case .autotools, .cmake, .meson: nil
        }
    }
}
