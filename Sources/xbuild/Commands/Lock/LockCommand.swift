import ArgumentParser
import Dependencies
import Store

/// `xbuild lock`: resolves versions and options again and pins them.
struct LockCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Pin versions, options, sources and recipes in xbuild.lock.",
        discussion: """
            Writes xbuild.lock in the working folder. In that folder, other commands use the versions and options that \
            the file pins; with `--locked` all others are errors. No other command writes the file.

            \(ExitStatus.help)
            """)

    @Argument(help: ArgumentHelp("The recipes to pin.", valueName: "name[@version]"))
    var recipes: [String]

    @Option(parsing: .singleValue, help: ArgumentHelp("Options of the recipe to enable.", valueName: "option"))
    var with: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Options of the recipe to disable.", valueName: "option"))
    var without: [String] = []

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        let folder = LockFolder(context)
        let request = BuildRequest(
            recipes: recipes, with: with.flatMap(BuildArguments.words), without: without.flatMap(BuildArguments.words),
            lock: .ignored)
        let decision = try await Decision.made(request, in: context)
        for warning in decision.warnings { host.talk(warning + "\n") }
        guard decision.graphs.count == 1 else {
            throw CommandFailure(
                .usage, error: "several versions of one recipe cannot be pinned together", hint: "name one of them")
        }
        try folder.write(try folder.lock(decision))
        try? context.digests.save()
        try host.out("\(LockFile.fileName)\n")
        return .done
    }
}
