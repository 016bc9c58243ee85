import ArgumentParser
import Engine
import Foundation
import SystemPackage

/// `xbuild recipe`: builds recipes and leaves their packages.
struct RecipeCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "recipe", abstract: "Build recipes and leave their packages.", discussion: ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder for the packages.", valueName: "folder"))
    var output = "dist"

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "How many processes may work at once (default: the number of cores).")
    var jobs: Int?

    @Flag(help: "Run the libraries' own tests too, for targets whose programs can run here.")
    var test = false

    @Flag(help: "Go on with what does not need a failed step.")
    var keepGoing = false

    @Option(
        help: ArgumentHelp(
            "How long an action may take: minutes, or with a unit (30s, 2h), or none.", valueName: "time"))
    var timeout = ActionTimeout.standard

    @Option(
        help: """
            Whether actions are shut in: require, auto or off. With require, stored results of actions that were not \
            do not count.
            """)
    var sandbox = SandboxMode.auto

    @Option(help: ArgumentHelp("Write what happens to a file, as lines of JSON.", valueName: "file"))
    var events: String?

    @Flag(name: .shortAndLong, help: "Show everything that actions write.")
    var verbose = false

    func validate() throws {
        guard (1...4096).contains(jobs ?? 1) else { throw ValidationError("`--jobs` takes a number from 1 to 4096") }
        guard !output.isEmpty else { throw ValidationError("`--output` names no folder") }
        guard !arguments.recipes.isEmpty else { throw ValidationError("name a recipe; `xbuild recipes` lists them") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let workshop = try Workshop(host: host, store: arguments.store)
        try host.checkFolder(output, for: "packages", option: "--output")
        if sandbox == .off { try workshop.checkBuildsOutside() }
        let options = Engine.Options(
            jobs: jobs ?? host.cores, keepGoing: keepGoing, sandbox: sandbox, timeout: timeout.seconds,
            lines: verbose ? .all : .latest)
        var request = arguments.request
        request.runsTests = test
        let pipeline = Pipeline(
            workshop: workshop, request: request, options: options, output: host.absolute(output),
            recorder: try recorder(host))
        return try await pipeline.run()
    }

    private func recorder(_ host: Host) throws -> Recorder {
        let view =
            host.isTerminal && !verbose
            ? LiveTerminal(clock: host.clock, size: host.terminalSize, write: host.talk).start()
            : PlainLog(isVerbose: verbose).recorder(host.talk)
        guard let events else { return view }
        do {
            return .all([view, try EventsFile(path: host.absolute(events), clock: host.clock).recorder])
        } catch {
            throw CommandFailure(.usage, error: "cannot write events to `\(events)`")
        }
    }
}
