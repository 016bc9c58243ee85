import Actions
import Basics
import ModuleMaps
import Recipes
import Steps
import Targets
import Toolchains

/// Plans the steps for headers: the check that finds the headers that compile alone, the merge of all targets' headers
/// into one folder, the folder's module map, and the map's proof, a compilation of the module for each target.
extension Planner {
    /// Plans the merge of the headers and their module map. Returns the step whose output `include` contains both.
    mutating func addMergedHeaders(
        _ package: PackageRequest, _ prefixes: [Prefix]
    ) throws(PlanningError) -> StepID {
        let merged = add(
            .mergeHeaders, of: package, MergeHeaders.self, .init(targets: prefixes.map(\.target)),
            inputs: Self.slices(prefixes, below: "include"))
        return try addModuleMap(package, prefixes, merged: merged)
    }

    private mutating func addModuleMap(
        _ package: PackageRequest, _ prefixes: [Prefix], merged: StepID
    ) throws(PlanningError) -> StepID {
        var inputs: [RelativePath: Input] = [
            "include": .output(merged, "include"), "headers.json": .output(merged, "headers.json"),
        ]
        let checked = Self.representatives(prefixes)
        for prefix in checked {
            let step = try addHeaderCheck(package, prefix)
            inputs[PrefixLayout.report(prefix.target)] = .output(step, Self.report)
        }
        let module = ModuleMapRequest(package.module(of: prefixes), package.products)
        return add(
            .module(.writeMap), of: package, WriteModuleMap.self,
            .init(module: module, targets: checked.map(\.target)), inputs: inputs)
    }

    private static let report: RelativePath = "report.txt"

    /// Returns one prefix for each platform. Whether a header compiles alone rarely depends on the architecture, and
    /// the proofs compile the module for all targets.
    private static func representatives(_ prefixes: [Prefix]) -> [Prefix] {
        var seen: Set<Platform> = []
        return prefixes.filter { seen.insert($0.target.platform).inserted }
    }

    private mutating func addHeaderCheck(
        _ package: PackageRequest, _ prefix: Prefix
    ) throws(PlanningError) -> StepID {
        var inputs = try publicHeaders(prefix)
        let (slice, target, paths) = (prefix.slice, prefix.target, inputs.keys.sorted())
        inputs["include"] = prefix.input("include")
        inputs[Self.scriptPath] = .contents(HeaderCheck.script, isExecutable: true)
        return addCompilation(.checkHeaders, package, prefix, inputs, outputs: [Self.report]) {
            HeaderCheck.arguments(
                script: Self.scriptPath, include: "include", report: Self.report,
                compiler: slice.toolchain.compiler(for: target, including: paths))
        }
    }

    /// Plans a call of a compiler for one target.
    private mutating func addCompilation(
        _ step: StepKind.ModuleStep, _ package: PackageRequest, _ prefix: Prefix, _ inputs: [RelativePath: Input],
        outputs: [RelativePath], properties: [String: String] = [:], _ words: @escaping @Sendable () -> [Argument]
    ) -> StepID {
        let parts = prefix.parts
        var inputs = inputs
        parts.addSysroot(to: &inputs)
        let arguments = Deferred { words().map { $0.resolved(root: ".") } }
        return add(
            .module(step), of: package, targets: [prefix.target],
            .command(arguments: arguments, environment: parts.environment), inputs: inputs, outputs: outputs,
            platform: parts.properties.merging(properties) { $1 }, shared: parts.shared)
    }

    /// Plans the compilation of the module for every target.
    mutating func addProofs(
        _ package: PackageRequest, _ prefixes: [Prefix], headers: StepID
    ) throws(PlanningError) -> [StepID] {
        let module = package.module(of: prefixes)
        var proofs: [StepID] = []
        for prefix in prefixes { proofs.append(try addProof(package, prefix, of: module, headers: headers)) }
        for prefix in prefixes {
            if let step = try addImport(package, prefix, of: module, headers: headers) { proofs.append(step) }
        }
        return proofs
    }

    /// Plans the import of the module if Embedded Swift has a standard library for the target. The smoke test
    /// of the SwiftPM package covers the import with the host's standard library.
    private mutating func addImport(
        _ package: PackageRequest, _ prefix: Prefix, of module: ModuleName, headers: StepID
    ) throws(PlanningError) -> StepID? {
        let toolchain = prefix.slice.toolchain
        guard let swift = SwiftImport.embedded(request.swift, for: prefix.target, of: toolchain) else { return nil }
        var inputs = try publicModules(prefix)
        let paths = inputs.keys.sorted()
        inputs.merge(swift.inputs(importing: module)) { $1 }
        inputs["include"] = .output(headers, "include")
        return addCompilation(
            swift.step, package, prefix, inputs, outputs: SwiftImport.outputs, properties: swift.properties
        ) { swift.words(include: "include", search: paths.map { Argument("-I", $0) }) }
    }

    private mutating func addProof(
        _ package: PackageRequest, _ prefix: Prefix, of module: ModuleName, headers: StepID
    ) throws(PlanningError) -> StepID {
        var inputs = try publicModules(prefix)
        let (slice, target, paths) = (prefix.slice, prefix.target, inputs.keys.sorted())
        inputs["include"] = .output(headers, "include")
        return addCompilation(.prove, package, prefix, inputs, outputs: [Self.proof([]).output(of: module)]) {
            Self.proof(slice.toolchain.compiler(for: target, including: paths)).moduleArguments(module)
        }
    }

    private static func proof(_ compiler: [Argument]) -> ModuleProof {
        ModuleProof(compiler: compiler, include: "include", scratch: "proof")
    }
}

extension ResolvedToolchain {
    /// Returns the compiler with arguments for one target and `-I` for these folders.
    fileprivate func compiler(for target: Target, including folders: [RelativePath]) -> [Argument] {
        compiler(for: target) + folders.map { Argument("-I", $0) }
    }

    /// Returns the compiler with arguments for one target. If several targets share a build, `--target=` with this
    /// target's triple replaces all `-arch` arguments: given several, clang compiles for all of them, whatever
    /// `--target=` says.
    func compiler(for target: Target) -> [Argument] {
        guard targets.count > 1 else { return compiler() }
        let triple = minimum(for: target).map(target.triple(minimum:)) ?? target.triple
        var words = compiler()
        while let index = words.firstIndex(of: "-arch") { words.removeSubrange(index..<min(index + 2, words.count)) }
        return words + ["--target=\(triple)"]
    }
}

extension ModuleMapRequest {
    fileprivate init(_ name: ModuleName, _ products: Products) {
        let layout = products.layout
        self.init(
            name: name, headers: products.headers, textual: products.textual,
            excluded: products.excluded, links: products.links, requirements: layout.requirements,
            umbrella: layout.umbrella,
            submodules: layout.submodules.map { submodules in
                switch submodules {
                case .header: .header
                case .folder: .folder
                }
            }, configMacros: layout.configMacros.isEmpty ? nil : layout.configMacros,
            defines: layout.defines.isEmpty ? nil : layout.defines)
    }
}
