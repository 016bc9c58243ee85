import Actions
import Basics
import ModuleMaps
import Recipes
import Steps
import Targets
import Toolchains

/// Plans the steps for headers: a check of which headers compile alone, one folder for all targets, its module map, and
/// the proof of the map for each target.
extension Planner {
    /// Plans the step whose `include` has the module map.
    mutating func addMergedHeaders(
        _ package: PackageRequest, _ prefixes: [Prefix]
    ) throws(PlanningError) -> StepID {
        let targets = prefixes.map(\.target)
        let merged = add(
            .mergeHeaders, of: package, MergeHeaders.work(.init(targets: targets)),
            inputs: Dictionary(
                uniqueKeysWithValues: prefixes.map {
                    (PrefixLayout.slice($0.target).appending("include"), $0.input("include"))
                }), outputs: MergeHeaders.outputs)
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
        let products = package.products
        let targets = checked.map(\.target)
        return add(
            .module(.writeMap), of: package,
            WriteModuleMap.work(
                .init(module: ModuleMapRequest(package.module(of: prefixes), products), targets: targets)),
            inputs: inputs, outputs: WriteModuleMap.outputs)
    }

    private static let report: RelativePath = "report.txt"

    /// Returns one prefix for each platform: whether a header compiles alone hardly depends on the architecture, and
    /// the proofs for all targets follow anyway.
    private static func representatives(_ prefixes: [Prefix]) -> [Prefix] {
        var seen: Set<Platform> = []
        return prefixes.filter { seen.insert($0.target.platform).inserted }
    }

    private mutating func addHeaderCheck(
        _ package: PackageRequest, _ prefix: Prefix
    ) throws(PlanningError) -> StepID {
        let folders = try publicHeaders(prefix)
        let (slice, target, paths) = (prefix.slice, prefix.target, folders.keys.sorted())
        let arguments = Deferred {
            HeaderCheck.arguments(
                script: Self.scriptPath, include: "include", report: Self.report,
                compiler: slice.toolchain.compiler(for: target, including: paths)
            ).map { $0.resolved(root: ".") }
        }
        var inputs = folders
        inputs["include"] = prefix.input("include")
        inputs[Self.scriptPath] = .contents(HeaderCheck.script, isExecutable: true)
        prefix.parts.addSysroot(to: &inputs)
        return add(
            .module(.checkHeaders), of: package, targets: [target],
            .command(arguments: arguments, environment: prefix.parts.environment), inputs: inputs,
            outputs: [Self.report], platform: prefix.parts.properties, shared: prefix.parts.shared)
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

    /// Plans the import of the module if Embedded Swift has a standard library for the target. The import with the
    /// host's standard library is left to the smoke test of the SwiftPM package.
    private mutating func addImport(
        _ package: PackageRequest, _ prefix: Prefix, of module: ModuleName, headers: StepID
    ) throws(PlanningError) -> StepID? {
        let swift = SwiftImport.embedded(request.swift, for: prefix.target, of: prefix.slice.toolchain)
        guard let swift else { return nil }
        let folders = try publicModules(prefix)
        let (paths, sysroot) = (folders.keys.sorted(), prefix.parts.sysroot?.path)
        let arguments = Deferred {
            swift.words(include: "include", search: paths.map { Argument("-I", $0) }, sysroot: sysroot)
                .map { $0.resolved(root: ".") }
        }
        var inputs = folders.merging(swift.inputs(importing: module)) { $1 }
        inputs["include"] = .output(headers, "include")
        prefix.parts.addSysroot(to: &inputs)
        return add(
            .module(swift.step), of: package, targets: [prefix.target],
            .command(arguments: arguments, environment: prefix.parts.environment), inputs: inputs,
            outputs: SwiftImport.outputs, platform: prefix.parts.properties.merging(swift.properties) { $1 },
            shared: prefix.parts.shared)
    }

    private mutating func addProof(
        _ package: PackageRequest, _ prefix: Prefix, of module: ModuleName, headers: StepID
    ) throws(PlanningError) -> StepID {
        let folders = try publicModules(prefix)
        let (slice, target, paths) = (prefix.slice, prefix.target, folders.keys.sorted())
        let arguments = Deferred {
            Self.proof(slice.toolchain.compiler(for: target, including: paths)).moduleArguments(module)
                .map { $0.resolved(root: ".") }
        }
        var inputs = folders
        inputs["include"] = .output(headers, "include")
        prefix.parts.addSysroot(to: &inputs)
        return add(
            .module(.prove), of: package, targets: [target],
            .command(arguments: arguments, environment: prefix.parts.environment), inputs: inputs,
            outputs: [Self.proof([]).output(of: module)], platform: prefix.parts.properties,
            shared: prefix.parts.shared)
    }

    private static func proof(_ compiler: [Argument]) -> ModuleProof {
        ModuleProof(compiler: compiler, include: "include", scratch: "proof")
    }
}

extension ResolvedToolchain {
    /// Returns the compiler for one target, which finds headers in these folders.
    fileprivate func compiler(for target: Target, including folders: [RelativePath]) -> [Argument] {
        compiler(for: target) + folders.map { Argument("-I", $0) }
    }

    /// Returns the compiler for one target. If several targets share a build, the target's triple replaces the `-arch`
    /// of each: with several, clang would compile for all of them, regardless of the last `--target=`.
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
