import Basics
import Targets

extension ToolchainCatalog {
    /// Finds a toolchain on the machine for a target.
    public func resolve(_ request: ToolchainRequest, _ effects: ToolchainEffects) async throws(ToolchainError)
        -> ResolvedToolchain
    {
        let file = try toolchain(for: request.target, host: request.host, named: request.toolchain)
        return try await Resolution.resolve(file, request, effects)
    }

    /// Finds a toolchain that builds for several targets in one call of the compiler, each with its `-arch`.
    ///
    /// Clang takes platform and environment from one triple and only adds that Intel's architectures of an iOS-like
    /// device mean its simulator; targets that it would take for others are refused. The oldest of the targets' minimum
    /// versions holds for all.
    public func resolve(together targets: [Target], _ request: ToolchainRequest, _ effects: ToolchainEffects)
        async throws(ToolchainError) -> ResolvedToolchain
    {
        guard let lead = targets.first(where: { !$0.isIntel }) ?? targets.first,
            targets.allSatisfy({ $0 == lead.impliedByClang(for: $0.architecture) }),
            Set(targets.map(\.architecture)).count == targets.count
        else { throw .cannotShare(targets) }
        let file = try toolchain(for: lead, host: request.host, named: request.toolchain)
        let settings = targets.map { file.settings(for: $0, host: request.host) }
        guard targets.allSatisfy({ file.serves($0, host: request.host) }) else { throw .cannotShare(targets) }
        var common = request
        common.target = lead
        common.minimum = request.minimum ?? settings.compactMap(\.minimum).min()
        common.link = request.link ?? (settings.contains { $0.link == .probe } ? .probe : nil)
        var resolved = try await Resolution.resolve(file, common, effects)
        resolved.targets = targets
        for (target, settings) in zip(targets, settings) {
            let values = VariableValues(target: target, host: request.host, minimum: resolved.minimum, settings)
            resolved.driver += settings.together.map { values.argument($0) }
        }
        return resolved
    }
}

extension Target {
    fileprivate var isIntel: Bool { architecture == .i386 || architecture == .x86_64 }

    /// What clang builds for when it is given this target's triple and another `-arch`.
    fileprivate func impliedByClang(for other: Architecture) -> Target? {
        let isSimulator = (other == .i386 || other == .x86_64) && environment == .device && platform != .macOS
        return Target(other, platform, isSimulator ? .simulator : environment)
    }
}
