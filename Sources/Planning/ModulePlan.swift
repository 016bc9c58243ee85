import Actions
import Basics
import ModuleMaps
import Steps
import Targets
import Toolchains

/// Headers of this machine for which a module map is planned without a recipe. Each target's compiler then compiles the
/// module: this is the map's proof.
public struct ModuleRequest: Sendable {
    /// The headers, by their paths below the folder that the user named.
    public var headers: [RelativePath: LocalFile]
    /// The contents of further header folders that `headers` may include from, in search order.
    public var dependencies: [[RelativePath: LocalFile]] = []
    public var module: ModuleMapRequest
    /// The toolchain of each target.
    public var toolchains: [ResolvedToolchain]
    /// The digests of the toolchains' `inputFiles`, by path.
    public var digests: [String: Digest] = [:]
    /// The Swift compiler; nil to skip imports from Swift.
    public var swift: SwiftCompiler?

    /// A Swift compiler of this machine.
    public struct SwiftCompiler: Hashable, Sendable {
        public var path: String
        public var digest: Digest
        /// The folder that contains `SwiftShims`. With another system's sysroot, Embedded Swift does not find this
        /// folder by default.
        public var shims: String
        /// The triples, without versions, for which Embedded Swift has a standard library.
        public var embedded: Set<String>

        public init(path: String, digest: Digest, shims: String, embedded: Set<String>) {
            self.path = path
            self.digest = digest
            self.shims = shims
            self.embedded = embedded
        }
    }

    public init(
        headers: [RelativePath: LocalFile], module: ModuleMapRequest, toolchains: [ResolvedToolchain]
    ) {
        self.headers = headers
        self.module = module
        self.toolchains = toolchains
    }
}

/// The plan for a `ModuleRequest`.
public struct ModulePlan: Hashable, Sendable {
    public var plan = Plan()
    /// The step that writes `modulemap.json` and the folder `include`, which contains the module map.
    public var map: StepID
    /// The steps that compile the module, by target, and write `reached.d`: the headers that the compiler read.
    public var proofs: [Target: StepID] = [:]
    /// The steps that import the module from Swift and from Embedded Swift, for each target that the compiler supports.
    public var imports: [Target: [StepID]] = [:]

    public static let reached: RelativePath = "proof/reached.d"
}

extension Planner {
    /// Returns the plan: a check of the headers for each target, then the module map, then the proof and the imports
    /// for each target.
    ///
    /// - Throws: `PlanningError.unknownFile` when the request lacks the digest of a toolchain's file.
    public static func planModule(
        _ request: ModuleRequest, tools: CarriedTools
    ) throws(PlanningError) -> ModulePlan {
        if let unknown = request.toolchains.lazy.flatMap(\.inputFiles).first(where: { request.digests[$0] == nil }) {
            throw .unknownFile(unknown)
        }
        var planner = Planner(PlanRequest(packages: [], tools: tools, digests: request.digests))
        var inputs: [RelativePath: Input] = ["headers.json": .contents(request.origins, isExecutable: false)]
        for (path, file) in request.headers { inputs[Self.include.appending(path)] = file.input }
        for toolchain in request.toolchains {
            let step = planner.addCheck(request, toolchain)
            inputs[PrefixLayout.report(toolchain.target)] = .output(step, "report.txt")
        }
        let parameters = WriteModuleMap.Parameters(
            module: request.module, targets: request.toolchains.map(\.target), leavesUnreached: true)
        let map = planner.add(
            Step(
                .module(.writeMap, of: request.module.name), work: WriteModuleMap.work(parameters), inputs: inputs,
                outputs: WriteModuleMap.outputs))
        var result = ModulePlan(map: map)
        for toolchain in request.toolchains {
            result.proofs[toolchain.target] = planner.addProof(request, toolchain, map: map)
            result.imports[toolchain.target] = planner.addImports(request, toolchain, map: map)
        }
        result.plan = planner.plan
        return result
    }

    private static let include: RelativePath = "include"

    private mutating func addCheck(_ request: ModuleRequest, _ toolchain: ResolvedToolchain) -> StepID {
        let script: RelativePath = "check-headers.sh"
        let defines = (request.module.defines ?? [:]).sorted { $0.key < $1.key }
        let words = HeaderCheck.arguments(
            script: script, include: Self.include, report: "report.txt",
            compiler: toolchain.compiler() + request.searchWords
                + defines.map { Argument(stringLiteral: "-D\($0.key)=\($0.value)") })
        var inputs: [RelativePath: Input] = [script: .contents(HeaderCheck.script, isExecutable: true)]
        for (path, file) in request.headers { inputs[Self.include.appending(path)] = file.input }
        return addCommand(.checkHeaders, request, toolchain, words, inputs, outputs: ["report.txt"])
    }

    private mutating func addProof(
        _ request: ModuleRequest, _ toolchain: ResolvedToolchain, map: StepID
    ) -> StepID {
        let proof = ModuleProof(
            compiler: toolchain.compiler() + request.searchWords, include: Self.include, scratch: "proof")
        // By default, clang only warns about an umbrella header that does not include all headers.
        let words =
            proof.moduleArguments(request.module.name) + [
                "-Werror=incomplete-umbrella", "-MD", "-MT", "module", "-MF",
                Argument(stringLiteral: ModulePlan.reached.string),
            ]
        return addCommand(
            .prove, request, toolchain, words, [Self.include: .output(map, Self.include)],
            outputs: [ModulePlan.reached])
    }

    private mutating func addImports(
        _ request: ModuleRequest, _ toolchain: ResolvedToolchain, map: StepID
    ) -> [StepID] {
        [
            SwiftImport.full(request.swift, for: toolchain.target, of: toolchain),
            SwiftImport.embedded(request.swift, for: toolchain.target, of: toolchain),
        ].compactMap(\.self).map { swift in
            let words = swift.words(include: Self.include, search: request.searchWords)
            var inputs = swift.inputs(importing: request.module.name)
            inputs[Self.include] = .output(map, Self.include)
            return addCommand(
                swift.step, request, toolchain, words, inputs, outputs: SwiftImport.outputs,
                properties: swift.properties)
        }
    }

    private mutating func addCommand(
        _ step: StepKind.ModuleStep, _ request: ModuleRequest, _ toolchain: ResolvedToolchain, _ words: [Argument],
        _ inputs: [RelativePath: Input], outputs: [RelativePath], properties: [String: String] = [:]
    ) -> StepID {
        var inputs = request.dependencyInputs.merging(inputs) { $1 }
        let parts = parts(of: toolchain)
        parts.addSysroot(to: &inputs)
        return add(
            Step(
                .module(step, of: request.module.name), targets: [toolchain.target],
                work: .command(arguments: words.map { $0.resolved(root: ".") }, environment: parts.environment),
                inputs: inputs, outputs: outputs, platform: parts.properties.merging(properties) { $1 },
                shared: parts.shared))
    }
}

extension ModuleRequest {
    /// The text of `headers.json`: every header is the same file for all targets.
    fileprivate var origins: String {
        CanonicalJSON.line(of: headers.keys.sorted().map { HeaderOrigin(path: $0, kind: .common) })
    }

    /// Returns the input folder of a dependency's headers: `dependencies/0`, `dependencies/1`, …
    private func folder(_ index: Int) -> RelativePath { .checked("dependencies/\(index)") }

    fileprivate var searchWords: [Argument] { dependencies.indices.map { Argument("-I", folder($0)) } }

    fileprivate var dependencyInputs: [RelativePath: Input] {
        var inputs: [RelativePath: Input] = [:]
        for (index, files) in dependencies.enumerated() {
            for (path, file) in files { inputs[folder(index).appending(path)] = file.input }
        }
        return inputs
    }
}

extension LocalFile {
    fileprivate var input: Input { .localFile(path: path, digest, isExecutable: false) }
}
