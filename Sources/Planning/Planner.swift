import Actions
import Basics
import Recipes
import Targets
import Toolchains

/// Recipe × targets × toolchains to a plan: a pure function, the same on every host.
///
/// A package becomes these steps, each in a file of `Steps`: fetch, bootstrap, a build for each slice, a check of its
/// headers, merged archives, merged headers, a module map, its proof for each target, the audit, and the folder that a
/// person gets. Sysroots are shared by all packages.
public struct Planner {
    /// What was planned.
    public struct Result: Hashable, Sendable, Codable {
        public var plan: Plan
        public var packages: [Package]

        /// Where a package's results stand in the plan.
        public struct Package: Hashable, Sendable, Codable {
            /// `NAME-VERSION`.
            public var folder: String
            /// The step that composes the folder.
            public var dist: StepID
            /// The output of that step which holds `folder`.
            public var output: RelativePath
            /// Steps that must succeed before the folder may be used: audit and proofs.
            public var gates: [StepID]
        }

        /// Steps that run the libraries' own tests.
        public var tests: Set<StepID> = []
        /// Where they are not run although the request asks for them.
        public var untested: [Untested] = []

        /// All that must be done for every package.
        public var goals: Set<StepID> { Set(packages.flatMap { [$0.dist] + $0.gates }).union(tests) }
    }

    var request: PlanRequest
    var plan = Plan()
    var tests: Set<StepID> = []
    var untested: [Untested] = []
    private var ids: [Step: StepID] = [:]

    private init(_ request: PlanRequest) { self.request = request }

    /// Plans all packages of a request.
    public static func plan(_ request: PlanRequest) throws(PlanningError) -> Result {
        var planner = Planner(request)
        var packages: [Result.Package] = []
        for package in request.packages {
            let result = try planner.add(package)
            if !packages.contains(result) { packages.append(result) }
        }
        return Result(
            plan: planner.plan, packages: packages, tests: planner.tests, untested: planner.untested)
    }

    private mutating func add(_ package: PackageRequest) throws(PlanningError) -> Result.Package {
        let source = try addFetch(package)
        let configured = addBootstrap(package, source: source)
        var prefixes: [Prefix] = []
        for slice in package.slices { prefixes += try addBuild(package, slice, source: configured) }
        try addTests(package, prefixes)
        let archives = addMergedArchives(package, prefixes)
        let headers = addMergedHeaders(package, prefixes)
        let proofs = addProofs(package, prefixes, headers: headers)
        let audit = try addAudit(package, prefixes, archives: archives)
        return try addDist(
            package, prefixes, DistParts(source: source, archives: archives, headers: headers, gates: proofs + [audit]))
    }

    /// Adds a step, once, however many ask for it.
    mutating func add(_ step: Step) -> StepID {
        if let id = ids[step] { return id }
        let id = plan.add(step)
        ids[step] = id
        return id
    }

    /// Adds a step that belongs to a package.
    mutating func add(
        _ title: String, of package: PackageRequest, target: String? = nil, _ work: Work,
        inputs: [RelativePath: Input], outputs: [RelativePath], platform: [String: String] = [:],
        shared: Set<RelativePath> = []
    ) -> StepID {
        add(
            Step(
                title: "\(title) \(package.title)", target: target, package: package.identity, work: work,
                inputs: inputs, outputs: outputs, platform: platform, shared: shared))
    }
}

/// One target's installed files, as an output of a step.
struct Prefix {
    var target: Target
    var slice: SliceRequest
    var step: StepID
    /// The output that is the prefix.
    var path: RelativePath

    func input(_ below: RelativePath? = nil) -> Input {
        .output(step, below.map(path.appending) ?? path)
    }
}

extension PackageRequest {
    var version: Version { choice.version.version }
    /// What its options come to.
    var products: Products { recipe.products(choice) }
    /// `secp256k1 0.5.0`.
    var title: String { "\(recipe.name) \(version)" }
    /// `secp256k1@0.5.0`.
    var identity: String { "\(recipe.name)@\(version)" }
}

extension ResolvedToolchain {
    var processEnvironment: [String: String] { ActionEnvironment.variables(searchPath: searchPath) }

    /// The shell that runs scripts.
    var shell: String { tools[.shell]?.path ?? "/bin/sh" }

    /// The compiler with what it must know of the target, wherever it is called.
    func compiler() -> [Argument] {
        [Argument(stringLiteral: tools[.cc]?.path ?? "cc")] + driver
    }
}
