import Actions
import Basics
import Recipes
import Steps
import Targets
import Toolchains

/// Plans recipes × targets × toolchains. Planning is a pure function: equal requests give equal plans on every host.
///
/// A package becomes these steps, each in a file of `Steps`: fetch, patch, bootstrap, a build for each slice, a check
/// of its headers, merged archives, merged headers, a module map, its proof (a compilation of the module) for
/// each target, the audit, and the delivered folder. All packages share the steps that make sysroots.
public struct Planner {
    /// The result of planning.
    public struct Result: Hashable, Sendable, Codable {
        public var plan: Plan
        public var packages: [Package]

        /// The steps and outputs that contain a package's results.
        public struct Package: Hashable, Sendable, Codable {
            /// The name of the folder, `NAME-VERSION`.
            public var folder: String
            /// The step that composes the folder.
            public var dist: StepID
            /// The output of `dist` that contains `folder`.
            public var output: RelativePath
            /// Steps that must succeed before the folder may be used: audits and proofs.
            public var gates: [StepID]
            /// The step whose output `packages` contains `folder` with the packages; nil when no packages are made.
            public var packages: StepID?
        }

        /// Steps that run the libraries' own tests.
        public var tests: Set<StepID> = []
        /// Requested tests that cannot run.
        public var skippedTests: [SkippedTests] = []

        /// All steps that must succeed for every package.
        public var goals: Set<StepID> {
            Set(packages.flatMap { [$0.dist] + $0.gates + ($0.packages.map { [$0] } ?? []) }).union(tests)
        }
    }

    var request: PlanRequest
    var plan = Plan()
    var tests: Set<StepID> = []
    var skippedTests: [SkippedTests] = []
    /// The packages of the request that are already planned.
    var planned: [PlannedPackage] = []
    /// The shared parts of each toolchain.
    var toolchainParts: [ToolchainParts.Key: ToolchainParts] = [:]
    /// The relocatable prefixes for dependents, by the indices of packages in the request; planned at the first use.
    var relocated: [[Target: RelocatedPrefix]]
    /// The first step for each hash of an identity: the keys of a plan with many steps take little memory.
    private var steps: [Int: StepID] = [:]
    /// Later steps with the same hash as a step in `steps`, but with other contents.
    private var otherSteps: [Int: [StepID]] = [:]

    init(_ request: PlanRequest) {
        self.request = request
        relocated = Array(repeating: [:], count: request.packages.count)
    }

    /// Plans all packages of a request.
    public static func plan(_ request: PlanRequest) throws(PlanningError) -> Result {
        var planner = Planner(request)
        var packages: [Result.Package] = []
        var seen: Set<Result.Package> = []
        for package in request.packages {
            if let result = try planner.add(package), seen.insert(result).inserted { packages.append(result) }
        }
        return Result(
            plan: planner.plan, packages: packages, tests: planner.tests, skippedTests: planner.skippedTests)
    }

    /// Plans a package. Returns nil for a package that is built only for dependents.
    private mutating func add(_ package: PackageRequest) throws(PlanningError) -> Result.Package? {
        let source = try addPatches(package, source: try addFetch(package))
        let configured = addBootstrap(package, source: source)
        let index = planned.count
        let place = PackagePlace(packages: request.packages, index: index)
        var needs = DependencyClosureCache()
        var prefixes: [Prefix] = []
        for slice in package.slices {
            prefixes += try addBuild(
                package, slice, at: place, with: try self.needs(of: slice, in: package, &needs), source: configured)
        }
        planned.append(PlannedPackage(package, prefixes, audits: audits(of: prefixes), source: source))
        planned[index].audits.insert(try addAnswersCheck(package, prefixes))
        let others = prefixes.filter { !package.delivered.contains($0.target) }
        if !others.isEmpty { planned[index].audits.insert(try addAudit(package, others, archives: nil)) }
        let delivered = prefixes.filter { package.delivered.contains($0.target) }
        guard !delivered.isEmpty else { return nil }
        addTests(package, delivered)
        return try addPackage(package, addRenaming(package, delivered), source: source)
    }

    /// Plans the delivered folder of a package, and its packages if requested.
    private mutating func addPackage(
        _ package: PackageRequest, _ prefixes: [Prefix], source: StepID
    ) throws(PlanningError) -> Result.Package {
        let archives = addMergedArchives(package, prefixes)
        let headers = try addMergedHeaders(package, prefixes)
        let proofs = try addProofs(package, prefixes, headers: headers)
        let audit = try addAudit(package, prefixes, archives: archives)
        let gates = proofs + planned[planned.count - 1].audits.sorted() + [audit]
        planned[planned.count - 1].audits.insert(audit)
        let parts = DistParts(source: source, archives: archives, headers: headers, gates: gates)
        var result = try addDist(package, prefixes, parts)
        result.packages = try addPackages(package, prefixes, parts)
        return result
    }

    /// Returns the audits of all dependencies.
    private func audits(of prefixes: [Prefix]) -> Set<StepID> {
        prefixes.dependencies.reduce(into: []) { $0.formUnion(planned[$1].audits) }
    }

    /// Returns the equal step if the plan contains one; otherwise adds this step.
    mutating func add(_ step: Step) -> StepID {
        let hash = step.identity.hashValue
        guard let first = steps[hash] else {
            let id = plan.add(step)
            steps[hash] = id
            return id
        }
        // Steps with the same identity are nearly always equal, but only a comparison of their contents proves it.
        if plan[first] == step { return first }
        if let known = otherSteps[hash]?.first(where: { plan[$0] == step }) { return known }
        let id = plan.add(step)
        otherSteps[hash, default: []].append(id)
        return id
    }

    /// Adds a step that belongs to a package.
    mutating func add(
        _ kind: StepKind, of package: PackageRequest, targets: [Target] = [], _ work: Work,
        inputs: [RelativePath: Input], outputs: [RelativePath], platform: [String: String] = [:],
        shared: Set<RelativePath> = [], readOnly: Set<RelativePath> = [], tools: StepTools? = nil
    ) -> StepID {
        add(
            Step(
                kind, package: package.identity, targets: targets, work: work, inputs: inputs, outputs: outputs,
                platform: platform, shared: shared, readOnly: readOnly, tools: tools))
    }

    /// Adds a built-in step that belongs to a package.
    mutating func add<Builtin: BuiltinStep>(
        _ kind: StepKind, of package: PackageRequest, targets: [Target] = [], _ step: Builtin.Type,
        _ parameters: Builtin.Parameters, inputs: [RelativePath: Input]
    ) -> StepID {
        add(kind, of: package, targets: targets, step.work(parameters), inputs: inputs, outputs: step.outputs)
    }
}

extension PackageRequest {
    var version: Version { choice.version.version }
    /// The products with the chosen options.
    var products: Products { recipe.products(choice) }
}
