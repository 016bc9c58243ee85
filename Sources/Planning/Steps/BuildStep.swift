import Actions
import Basics
import Recipes
import Targets
import Toolchains

/// Configure, make and install: one action a slice.
extension Planner {
    /// The prefixes of a slice's targets.
    mutating func addBuild(
        _ package: PackageRequest, _ slice: SliceRequest, source: Input
    ) throws(PlanningError) -> [Prefix] {
        let build = try AutotoolsBuild(package: package, slice: slice)
        var inputs: [RelativePath: Input] = [
            "source": source,
            Self.scriptPath: .contents(build.script.text, isExecutable: true),
        ]
        let shared = addSysroot(slice.toolchain, to: &inputs)
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
                environment: slice.toolchain.processEnvironment),
            inputs: inputs, outputs: slice.targets.map(slice.prefix), platform: slice.toolchain.buildProperties,
            shared: shared)
        return slice.targets.map { Prefix(target: $0, slice: slice, step: step, path: slice.prefix($0)) }
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

    /// Whether the linker is named by the toolchain's flags, so that another can stand in its place while configure asks.
    var usesProbeLinker: Bool {
        toolchain.ldflags.contains { $0.pieces.contains { $0 == .path(AutotoolsBuild.probeLinker) } }
            || exchangesLinker
    }

    /// Whether a real linker is named, which then has its place only once make runs.
    var exchangesLinker: Bool {
        guard let linker = toolchain.tools[.ld]?.path, toolchain.target.platform.isApple else { return false }
        return toolchain.ldflags.contains { $0.pieces.contains { Self.names($0, linker) } }
    }

    static func names(_ piece: Argument.Piece, _ linker: String) -> Bool {
        switch piece {
        case .text(let text): text.hasSuffix("=" + linker)
        case .path: false
        }
    }
}
