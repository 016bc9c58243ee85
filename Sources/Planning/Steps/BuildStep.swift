import Actions
import Basics
import Recipes
import Targets
import Toolchains

/// Building and installing: one action a slice, whatever the build system.
extension Planner {
    /// The prefixes of a slice's targets.
    mutating func addBuild(
        _ package: PackageRequest, _ slice: SliceRequest, source: Input
    ) throws(PlanningError) -> [Prefix] {
        let needs = try needs(of: slice, in: package)
        let build = try slice.build(of: package, with: needs)
        var inputs: [RelativePath: Input] = [
            "source": source,
            Self.scriptPath: .contents(build.script.text, isExecutable: true),
        ]
        let shared = addSysroot(slice.toolchain, to: &inputs)
        for need in needs { inputs[need.folder] = try relocatedPrefix(need, slice.toolchain.target) }
        for (path, text) in build.files { inputs[path] = .contents(text, isExecutable: false) }
        for file in slice.settings.files {
            inputs[BuildValues.files.appending(file)] = try recipeFile("\(package.folder)/\(file)")
        }
        if slice.settings.bitcode == .marker {
            inputs[BitcodeMarker.path] = .contents(BitcodeMarker.header, isExecutable: false)
        }
        for (name, file) in slice.carriedTools(request.tools) {
            inputs[ResolvedToolchain.toolsPath.appending(name)] = .localFile(
                path: file.path, file.digest, isExecutable: true)
        }
        let step = add(
            "build", of: package, target: slice.name,
            .command(
                arguments: [slice.toolchain.shell, Self.scriptPath.string],
                environment: parts(of: slice.toolchain).environment),
            inputs: inputs, outputs: slice.targets.map(slice.prefix), platform: properties(of: slice),
            shared: shared, readOnly: ["source"])
        return slice.targets.map {
            Prefix(target: $0, slice: slice, step: step, path: slice.prefix($0), needs: needs)
        }
    }

    /// What the toolchain has, and the tools that this build alone needs.
    private mutating func properties(of slice: SliceRequest) -> [String: String] {
        let roles = slice.settings.neededTools.compactMap(ToolRole.init(rawValue:))
        return roles.isEmpty
            ? parts(of: slice.toolchain).properties : slice.toolchain.buildProperties(using: roles)
    }

    /// A file that stands beside the recipe.
    private func recipeFile(_ path: String) throws(PlanningError) -> Input {
        guard let digest = request.digests[path] else { throw .unknownFile(path) }
        return .localFile(path: path, digest, isExecutable: true)
    }
}

extension SliceRequest {
    /// One name for all its targets.
    var name: String { targets.map(\.name).joined(separator: "+") }

    /// Where a target's installed files are left.
    func prefix(_ target: Target) -> RelativePath {
        let folder: RelativePath = "prefix"
        guard targets.count > 1, let name = RelativePath(target.name) else { return folder }
        return folder.appending(name)
    }

    /// xbuild's own programs that the build runs, by name.
    func carriedTools(_ tools: CarriedTools) -> [(RelativePath, CarriedTools.File)] {
        guard toolchain.target.platform.isApple else { return [] }
        var carried: [(RelativePath, CarriedTools.File)] = []
        if targets.count > 1 { carried.append(("lipo", tools.lipo)) }
        if usesProbeLinker { carried.append(("probe-ld", tools.probeLinker)) }
        return carried
    }
}
