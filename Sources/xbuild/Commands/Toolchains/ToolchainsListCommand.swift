import ArgumentParser
import Store
import Targets
import Toolchains

/// `xbuild toolchains list`: lists the toolchains with their targets on this machine and their missing parts.
struct ToolchainsListCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the toolchains, and the parts that each lacks on this machine.")

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        for toolchain in context.toolchains.toolchains {
            let targets = Target.all.filter { toolchain.serves($0, host: host.target) }
            try host.out("\(toolchain.name): \(toolchain.summary)\n")
            guard !targets.isEmpty else {
                try host.out("  not for this machine\n")
                continue
            }
            try host.out("  \(targets.map(\.name).joined(separator: " "))\n")
            for fault in await faults(toolchain, targets, context) { try host.out("  \(fault)\n") }
        }
        try? context.digests.save()
        return .done
    }

    /// Returns the parts that the toolchain lacks, each once.
    private func faults(_ toolchain: ToolchainFile, _ targets: [Target], _ context: BuildContext) async -> [String] {
        var faults: [String] = []
        for target in targets {
            let request = ToolchainRequest(target: target, host: context.host.target, toolchain: toolchain.name)
            do {
                _ = try await context.toolchains.resolve(request, context.toolchainEffects)
            } catch {
                let words = "\(error)" + (error.hint.map { " (\($0))" } ?? "")
                if !faults.contains(words) { faults.append(words) }
            }
        }
        return faults
    }
}
