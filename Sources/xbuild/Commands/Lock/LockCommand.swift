import ArgumentParser
import Dependencies
import Store

/// `xbuild lock`: resolves versions and options again and pins them.
struct LockCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Pin versions, options, sources and recipes in xbuild.lock.",
        discussion: """
            Writes xbuild.lock in the working folder. Where it lies, other commands take the versions and options that \
            it pins; `--locked` refuses anything else. No other command writes it.

            \(ExitStatus.help)
            """)

    @OptionGroup var arguments: ChoiceArguments

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        let folder = LockFolder(context)
        let decision = try await Decision.made(arguments.request(.ignored), in: context)
        for warning in decision.warnings { host.talk(warning + "\n") }
        guard decision.graphs.count == 1 else {
            throw CommandFailure(
                .usage, error: "several versions of one recipe cannot be pinned together", hint: "name one of them")
        }
        let lock = try folder.lock(decision)
        try folder.write(lock)
        try? context.digests.save()
        try host.out("\(LockFile.fileName)\n")
        return .done
    }
}
