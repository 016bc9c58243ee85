import ArgumentParser
import Engine

/// `xbuild recipe`: builds recipes and delivers their packages.
struct RecipeCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "recipe", abstract: "Build recipes and deliver their packages.", discussion: ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var remote: RemoteArguments

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder for the packages.", valueName: "folder"))
    var output = "dist"

    @OptionGroup var running: RunArguments

    @Flag(help: "Run the libraries' own tests too, for targets whose programs can run here.")
    var test = false

    func validate() throws {
        guard !output.isEmpty else { throw ValidationError("`--output` names no folder") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: arguments.store, remote: remote.request)
        try remote.check(running.sandbox)
        try host.checkFolder(output, for: "packages", option: "--output")
        var request = arguments.request
        request.runsTests = test
        let pipeline = Pipeline(
            context: context, request: request, options: running.options(on: host), output: host.absolute(output),
            recorder: try running.recorder(host), replacesChanged: running.force)
        return try await pipeline.run()
    }
}
