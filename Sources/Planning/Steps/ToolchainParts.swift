import Actions
import Basics
import Steps
import Targets
import Toolchains

/// The values that all steps of a toolchain have in common; they are computed once, and steps share their storage.
final class ToolchainParts: Sendable {
    let environment: [String: String]
    let properties: [String: String]
    /// The programs that builds may run.
    let tools: StepTools
    /// The work of a step that runs the script in its inputs.
    let script: Work
    /// The sysroot that a step makes, at `ResolvedToolchain.sysrootPath` of the inputs.
    let sysroot: Input?
    /// Inputs that steps only read, and that steps can therefore share: the sysroot.
    let shared: Set<RelativePath>
    /// The libraries that programs load at run time, for audits; or the error that occurred while they were determined.
    private let providers: Result<[Target: [Provider]], PlanningError>

    /// The maximum number of such libraries for one target.
    let providerCount: Int

    /// A library, given by its name or by its full path in the input root.
    typealias Provider = (path: RelativePath, input: Input)

    init(_ toolchain: ResolvedToolchain, sysroot: Input?, providers: Result<[Provider], PlanningError>) {
        environment = ActionEnvironment.variables
        properties = toolchain.buildProperties()
        tools = toolchain.stepTools
        script = .command(arguments: [toolchain.shell, Planner.scriptPath.string], environment: environment)
        self.sysroot = sysroot
        shared = sysroot == nil ? [] : [ResolvedToolchain.sysrootPath]
        providerCount = toolchain.runtimeLibraries.count
        self.providers = providers.map { named in
            let placed = toolchain.targets.map { target in
                (target, named.map { (PrefixLayout.providers(target).appending($0.path), $0.input) })
            }
            return Dictionary(uniqueKeysWithValues: placed)
        }
    }

    /// Returns the libraries that a target's programs load at run time, as inputs of the target's audit.
    func providers(for target: Target) throws(PlanningError) -> [Provider] { try providers.get()[target] ?? [] }

    /// Adds the sysroot to a step's inputs, if a step makes it.
    func addSysroot(to inputs: inout [RelativePath: Input]) {
        if let sysroot { inputs[ResolvedToolchain.sysrootPath] = sysroot }
    }

    /// A toolchain as a key of a dictionary. `hash(into:)` uses only a few properties; `==` compares all.
    struct Key: Hashable {
        let toolchain: ResolvedToolchain

        func hash(into hasher: inout Hasher) {
            hasher.combine(toolchain.name)
            hasher.combine(toolchain.targets)
            hasher.combine(toolchain.minimum)
        }
    }
}

extension Planner {
    mutating func parts(of toolchain: ResolvedToolchain) -> ToolchainParts {
        let key = ToolchainParts.Key(toolchain: toolchain)
        if let known = toolchainParts[key] { return known }
        let sysroot = makeSysroot(toolchain)
        let parts = ToolchainParts(toolchain, sysroot: sysroot, providers: providers(toolchain, sysroot))
        toolchainParts[key] = parts
        return parts
    }

    private func providers(
        _ toolchain: ResolvedToolchain, _ sysroot: Input?
    ) -> Swift.Result<[ToolchainParts.Provider], PlanningError> {
        if let unknown = toolchain.inputFiles.first(where: { request.digests[$0] == nil }) {
            return .failure(.unknownFile(unknown))
        }
        var result: [ToolchainParts.Provider] = []
        for (index, library) in toolchain.runtimeLibraries.enumerated() {
            let path = library.resolved(root: ".")
            guard let file = path.split(separator: "/").last, let name = RelativePath("\(index)-\(file)"),
                let input = provider(path, sysroot)
            else { return .failure(.unknownFile(path)) }
            result.append((name, input))
        }
        return .success(result)
    }

    /// Returns a file of this machine, or of the sysroot that a step makes; nil for any other path.
    private func provider(_ path: String, _ sysroot: Input?) -> Input? {
        if let digest = request.digests[path] { return .localFile(path: path, digest, isExecutable: false) }
        guard case .output(let step, let root) = sysroot, path.hasPrefix("./"),
            let below = RelativePath(String(path.dropFirst(2)))?.relative(to: ResolvedToolchain.sysrootPath)
        else { return nil }
        return .output(step, root.appending(below))
    }
}
