import ArgumentParser
import Basics
import Recipes
import Store
import Targets
import Toolchains

/// `xbuild recipes`: lists the recipes.
struct RecipesCommand: HostCommand {
    static let configuration = CommandConfiguration(commandName: "recipes", abstract: "List the recipes.")

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        var table = Table()
        var failures: [String] = []
        for name in try context.recipes.names() {
            do {
                let recipe = try context.recipes.recipe(name).recipe
                let versions = recipe.versions.map(\.version).sorted(by: >).map(\.string).joined(separator: ", ")
                table.add([name.string, versions, recipe.summary])
            } catch {
                failures.append("\(error)")
            }
        }
        try host.out(table.text)
        guard failures.isEmpty else { throw CommandFailure(.wrongRecipe, failures) }
        return .done
    }
}

/// `xbuild targets`: the targets that toolchains here build for, and the groups.
struct TargetsCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "targets", abstract: "List the targets, and the groups of them.")

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        var targets = Table()
        for target in Target.all {
            let names = context.toolchains.toolchains.filter { $0.serves(target, host: host.target) }.map(\.name)
            targets.add([target.name, target.triple, names.first ?? "-"])
        }
        var groups = Table()
        for group in TargetGroup.allCases where group != .all {
            groups.add([group.rawValue, group.targets(host: host.target).map(\.name).joined(separator: " ")])
        }
        try host.out(targets.text + "\n" + groups.text)
        return .done
    }
}

/// `xbuild toolchains`: the toolchains, and what each builds for here.
struct ToolchainsCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "toolchains", abstract: "List the toolchains, and what each lacks on this machine.")

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

    /// The missing things, each listed once.
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
