import Actions
import Basics
import ModuleMaps
import Packaging
import Targets
import Toolchains

/// Headers of this machine for which a module map is to be written and proven, without a recipe.
public struct ModuleRequest: Sendable {
    /// By path below the folder that a person named.
    public var headers: [RelativePath: LocalFile]
    /// Other folders of headers that these include, in the order in which they are searched.
    public var dependencies: [[RelativePath: LocalFile]] = []
    public var module: ModuleMapRequest
    /// For each target.
    public var toolchains: [ResolvedToolchain]
    /// nil where no Swift is to be asked.
    public var swift: SwiftCompiler?

    /// A Swift compiler of this machine.
    public struct SwiftCompiler: Hashable, Sendable {
        public var path: String
        public var digest: Digest
        /// The folder of `SwiftShims`, which Embedded Swift does not find beside a foreign sysroot.
        public var shims: String

        public init(path: String, digest: Digest, shims: String) {
            self.path = path
            self.digest = digest
            self.shims = shims
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

/// What is to be done for a `ModuleRequest`.
public struct ModulePlan: Hashable, Sendable {
    public var plan = Plan()
    /// The step that leaves `include`, with the map in it, and `modulemap.json`.
    public var map: StepID
    /// Compiles the module, for each target, and leaves `reached.d`: the headers that it has read.
    public var proofs: [Target: StepID] = [:]
    /// Imports it from Swift, for each target that Swift at hand knows.
    public var imports: [Target: StepID] = [:]

    public static let reached: RelativePath = "proof/reached.d"
}

extension Planner {
    /// Plans a module map: for each target a check of the headers, then the map, then for each target its proofs.
    public static func planModule(_ request: ModuleRequest, tools: CarriedTools) -> ModulePlan {
        var planner = Planner(PlanRequest(packages: [], tools: tools))
        var inputs: [RelativePath: Input] = ["headers.json": .contents(request.origins, isExecutable: false)]
        for (path, file) in request.headers { inputs[Self.include.appending(path)] = file.input }
        for toolchain in request.toolchains {
            let step = planner.addCheck(request, toolchain)
            inputs[PrefixLayout.report(toolchain.target)] = .output(step, "report.txt")
        }
        let parameters = WriteModuleMap.Parameters(
            module: request.module, targets: request.toolchains.map(\.target))
        let map = planner.add(
            Step(
                title: "write the module map of \(request.module.name)", work: WriteModuleMap.work(parameters),
                inputs: inputs, outputs: WriteModuleMap.outputs))
        var result = ModulePlan(map: map)
        for toolchain in request.toolchains {
            result.proofs[toolchain.target] = planner.addProof(request, toolchain, map: map)
            result.imports[toolchain.target] = planner.addImport(request, toolchain, map: map)
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
        var inputs = request.dependencyInputs
        inputs[script] = .contents(HeaderCheck.script, isExecutable: true)
        for (path, file) in request.headers { inputs[Self.include.appending(path)] = file.input }
        return addCommand("check the headers of", request, toolchain, words, inputs, outputs: ["report.txt"])
    }

    private mutating func addProof(
        _ request: ModuleRequest, _ toolchain: ResolvedToolchain, map: StepID
    ) -> StepID {
        let proof = ModuleProof(
            compiler: toolchain.compiler() + request.searchWords, include: Self.include, scratch: "proof")
        // An umbrella that misses a header is an error here; clang only warns.
        let words =
            proof.moduleArguments(request.module.name) + [
                "-Werror=incomplete-umbrella", "-MD", "-MT", "module", "-MF",
                Argument(stringLiteral: ModulePlan.reached.string),
            ]
        var inputs = request.dependencyInputs
        inputs[Self.include] = .output(map, Self.include)
        return addCommand(
            "prove the module of", request, toolchain, words, inputs, outputs: [ModulePlan.reached])
    }

    /// The platforms whose standard library comes with Swift on any host, beside the host's own: Embedded Swift's.
    private mutating func addImport(
        _ request: ModuleRequest, _ toolchain: ResolvedToolchain, map: StepID
    ) -> StepID? {
        guard let swift = request.swift, let target = swiftTarget(toolchain) else { return nil }
        let source: RelativePath = "import.swift"
        var words: [Argument] = [
            Argument(stringLiteral: swift.path), "-typecheck", "-target", Argument(stringLiteral: target),
            "-module-cache-path", "cache", "-I", Argument([.path(Self.include)]),
        ]
        if toolchain.target != toolchain.host {
            words += ["-enable-experimental-feature", "Embedded", "-wmo", "-parse-as-library", "-I"]
            words.append(Argument(stringLiteral: swift.shims))
            if let sysroot = parts(of: toolchain).sysroot { words += ["-sdk", Argument([.path(sysroot.path)])] }
        }
        for word in request.searchWords { words += ["-Xcc", word] }
        // A process leaves something, or the engine could not tell that it ran.
        let script = "#!/bin/sh\nset -eu\n\"$@\"\necho imported >imported\n"
        words = ["/bin/sh", "import.sh"] + words + [Argument([.path(source)])]
        var inputs = request.dependencyInputs
        inputs[Self.include] = .output(map, Self.include)
        inputs["import.sh"] = .contents(script, isExecutable: true)
        inputs[source] = .contents("import \(request.module.name)\n", isExecutable: false)
        return addCommand(
            "import from Swift", request, toolchain, words, inputs, outputs: ["imported"],
            properties: ["tool.swiftc": swift.digest.description])
    }

    /// The triple for which Swift at hand has a standard library; Embedded Swift's for devices begins with iOS 18.
    private func swiftTarget(_ toolchain: ResolvedToolchain) -> String? {
        if toolchain.target == toolchain.host { return toolchain.triple }
        let target = toolchain.target
        guard target.platform == .iOS, target.environment == .device, target.architecture == .arm64,
            case .stub = toolchain.sysroot
        else { return nil }
        return target.triple(minimum: max(toolchain.minimum ?? OSVersion(18), OSVersion(18)))
    }

    private mutating func addCommand(
        _ title: String, _ request: ModuleRequest, _ toolchain: ResolvedToolchain, _ words: [Argument],
        _ inputs: [RelativePath: Input], outputs: [RelativePath], properties: [String: String] = [:]
    ) -> StepID {
        var inputs = inputs
        let parts = parts(of: toolchain)
        parts.addSysroot(to: &inputs)
        return add(
            Step(
                title: "\(title) \(request.module.name)", target: toolchain.target.name,
                work: .command(arguments: words.map { $0.resolved(root: ".") }, environment: parts.environment),
                inputs: inputs, outputs: outputs, platform: parts.properties.merging(properties) { $1 },
                shared: parts.shared))
    }
}

extension ModuleRequest {
    /// Every header as it is, for every target.
    fileprivate var origins: String {
        CanonicalJSON.line(of: headers.keys.sorted().map { HeaderOrigin(path: $0, kind: .common) })
    }

    /// `dependencies/0`, `dependencies/1`, …
    private func folder(_ index: Int) -> RelativePath? { RelativePath("dependencies/\(index)") }

    fileprivate var searchWords: [Argument] {
        dependencies.indices.compactMap(folder).map { Argument("-I", $0) }
    }

    fileprivate var dependencyInputs: [RelativePath: Input] {
        var inputs: [RelativePath: Input] = [:]
        for (index, files) in dependencies.enumerated() {
            guard let folder = folder(index) else { continue }
            for (path, file) in files { inputs[folder.appending(path)] = file.input }
        }
        return inputs
    }
}

extension LocalFile {
    fileprivate var input: Input { .localFile(path: path, digest, isExecutable: false) }
}
