import ArgumentParser
import Targets
import Toolchains

/// `xbuild targets`: lists the targets, each with the first toolchain that builds for it here, and the groups of
/// targets.
struct TargetsCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "targets", abstract: "List the targets and the groups of targets.")

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
