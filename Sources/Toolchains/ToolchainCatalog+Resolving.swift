import Basics
import Targets

extension ToolchainCatalog {
    /// Chooses a toolchain for the request's target, and finds its parts on the machine.
    public func resolve(
        _ request: ToolchainRequest, _ effects: ToolchainEffects
    ) async throws(ToolchainError) -> ResolvedToolchain {
        let file = try toolchain(for: request.target, host: request.host, named: request.toolchain)
        let minimum = file.minimum(for: [request.target], request)
        return try await Resolution(file, request, minimum, effects).resolve()
    }

    /// Chooses a toolchain that builds for several targets in one call of the compiler, with an `-arch` for each, and
    /// finds its parts on the machine.
    ///
    /// Clang reads platform and environment from one triple for all architectures; for Intel's architectures, the
    /// triple of an iOS-like device means its simulator. Throws `cannotShare` when clang would compile for other
    /// targets than these. The oldest minimum version of the targets applies to all targets that can have it.
    public func resolve(
        together targets: [Target], _ request: ToolchainRequest, _ effects: ToolchainEffects
    ) async throws(ToolchainError) -> ResolvedToolchain {
        guard let lead = targets.first(where: { !$0.isIntel }) ?? targets.first,
            targets.allSatisfy({ $0 == lead.impliedByClang(for: $0.architecture) }),
            Set(targets).count == targets.count
        else { throw .cannotShare(targets) }
        let file = try toolchain(for: lead, host: request.host, named: request.toolchain)
        guard targets.allSatisfy({ file.serves($0, host: request.host) }) else { throw .cannotShare(targets) }
        let settings = targets.map { file.settings(for: $0, host: request.host) }
        var common = request
        common.target = lead
        common.link = request.link ?? (settings.contains { $0.link == .probe } ? .probe : nil)
        let minimum = file.minimum(for: targets, request)
        var resolved = try await Resolution(file, common, minimum, effects).resolve()
        resolved.targets = targets
        for (target, settings) in zip(targets, settings) {
            let values = VariableValues(target: target, host: request.host, minimum: minimum, settings)
            resolved.driver += settings.together.map(values.argument)
        }
        return resolved
    }
}

extension ToolchainFile {
    /// Returns the minimum OS version for targets that share one triple: the request's, else the oldest in the file's
    /// settings. A version that is too old for all targets is raised to the oldest that one of them can have.
    fileprivate func minimum(for targets: [Target], _ request: ToolchainRequest) -> OSVersion? {
        let own = targets.compactMap { settings(for: $0, host: request.host).minimum }.min()
        guard let asked = request.minimum ?? own else { return nil }
        return targets.filter(\.carriesVersion).map { $0.effectiveMinimum(asked) }.min()
    }
}

extension Target {
    fileprivate var isIntel: Bool { architecture == .i386 || architecture == .x86_64 }

    /// Returns the target for which clang builds when it receives this target's triple and `-arch` with `other`; nil if
    /// there is no such target.
    fileprivate func impliedByClang(for other: Architecture) -> Target? {
        let isSimulator = [.i386, .x86_64].contains(other) && environment == .device && platform != .macOS
        return Target(other, platform, isSimulator ? .simulator : environment)
    }
}
