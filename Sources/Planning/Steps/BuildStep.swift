import Actions
import Basics
import Recipes
import Steps
import Targets
import Toolchains

/// Plans the step that builds and installs a slice: one action, for every build system.
extension Planner {
    /// Plans the build of a slice and returns its targets' prefixes.
    ///
    /// - Parameter needs: the dependencies, in link order.
    mutating func addBuild(
        _ package: PackageRequest, _ slice: SliceRequest, at place: PackagePlace, with needs: [TransitiveDependency],
        source: Input
    ) throws(PlanningError) -> [Prefix] {
        try SliceCheck(package: package, slice: slice, needs: needs).run(tests: request.runsTests)
        let parts = parts(of: slice.toolchain)
        let settings = slice.settings
        let script = Deferred { slice.build(of: place.package, with: needs).script.text }
        var inputs: [RelativePath: Input] = [
            "source": source, Self.scriptPath: .contents(script, isExecutable: true),
        ]
        parts.addSysroot(to: &inputs)
        let buildCompiler = BuildCompiler(slice)
        let buildParts = slice.buildToolchain.map { self.parts(of: $0) }
        inputs.merge(buildCompiler?.inputs(sysroot: buildParts?.sysroot) ?? [:]) { own, _ in own }
        for need in needs { inputs[need.folder] = try relocatedPrefix(need, slice.toolchain.target).prefix }
        for path in settings.build.templates {
            inputs[path] = .contents(
                Deferred { slice.build(of: place.package, with: needs).text(of: path) }, isExecutable: false)
        }
        for file in settings.files {
            let path = "\(package.folder)/\(file)"
            inputs[BuildValues.files.appending(file)] = .localFile(
                path: path, try digest(ofFile: path), isExecutable: true)
        }
        inputs.merge(slice.toolInputs(request.tools)) { own, _ in own }
        let step = add(
            .build, of: package, targets: slice.targets, parts.script, inputs: inputs,
            outputs: slice.targets.map(slice.prefix) + [EvidenceScript.output], platform: properties(of: slice, parts),
            shared: parts.shared.union(buildCompiler?.shared ?? []), readOnly: Self.source,
            tools: parts.tools.merged(with: buildParts?.tools))
        return slice.targets.map {
            Prefix(target: $0, slice: slice, parts: parts, step: step, path: slice.prefix($0), needs: needs)
        }
    }

    private static let source: Set<RelativePath> = ["source"]

    /// Returns the properties of the toolchain and of the further tools that this build needs.
    private func properties(of slice: SliceRequest, _ parts: ToolchainParts) -> [String: String] {
        let roles = slice.settings.neededTools.compactMap(ToolRole.init(rawValue:))
        let properties = roles.isEmpty ? parts.properties : slice.toolchain.buildProperties(using: roles)
        return properties.merging(BuildCompiler(slice)?.properties ?? [:]) { own, _ in own }
    }
}

extension SliceRequest {
    /// The slice's name, which stands for all its targets.
    var name: String { targets.map(\.name).joined(separator: "+") }

    /// Returns the path of a target's installed files in the output.
    func prefix(_ target: Target) -> RelativePath {
        guard targets.count > 1, let name = RelativePath(target.name) else { return PrefixLayout.built }
        return PrefixLayout.built.appending(name)
    }

    /// Returns the scripts and programs that xbuild gives the build, and the header that marks bitcode.
    fileprivate func toolInputs(_ tools: CarriedTools) -> [RelativePath: Input] {
        var inputs: [RelativePath: Input] = [:]
        for (path, script) in toolchain.plainTools.merging(linker?.scripts ?? [:], uniquingKeysWith: { $1 }) {
            inputs[path] = .contents(Deferred(script), isExecutable: true)
        }
        for (name, file) in carriedTools(tools) {
            inputs[ResolvedToolchain.toolsPath.appending(name)] = .localFile(
                path: file.path, file.digest, isExecutable: true)
        }
        if settings.bitcode == .marker {
            inputs[BitcodeMarker.path] = .contents(BitcodeMarker.header, isExecutable: false)
        }
        return inputs
    }

    /// Returns xbuild's own programs that the build runs, by name.
    func carriedTools(_ tools: CarriedTools) -> [(RelativePath, LocalFile)] {
        guard toolchain.target.platform.isApple else { return [] }
        var carried: [(RelativePath, LocalFile)] = []
        if targets.count > 1 { carried.append(("lipo", tools.lipo)) }
        if linker?.questions == .probe { carried.append(("probe-ld", tools.probeLinker)) }
        return carried
    }
}
