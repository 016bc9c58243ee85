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

    @Option(name: .shortAndLong, help: "How many processes may work at once (default: the number of cores).")
    var jobs: Int?

    @Flag(help: "Go on with what does not need a failed step.")
    var keepGoing = false

    @Option(help: "Whether actions are shut in: require, auto or off.")
    var sandbox = SandboxMode.auto

    @Option(help: ArgumentHelp("Write what happens to a file, as lines of JSON.", valueName: "file"))
    var events: String?

    @Flag(name: .shortAndLong, help: "Show everything that actions write.")
    var verbose = false

    func validate() throws {
        guard (1...4096).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 4096") }
        guard !output.isEmpty else { throw ValidationError("--output names no folder") }
        guard !arguments.recipes.isEmpty else { throw ValidationError("name a recipe; `xbuild recipes` lists them") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let workshop = try Workshop(host: host, store: arguments.store)
        try checkOutput(host)
        if sandbox == .off { try workshop.checkBuildsOutside() }
        let options = Engine.Options(
            jobs: jobs ?? host.cores, keepGoing: keepGoing, sandbox: sandbox, lines: verbose ? .all : .latest)
        let pipeline = Pipeline(
            workshop: workshop, request: arguments.request, options: options, output: host.absolute(output),
            recorder: try recorder(host))
        return try await pipeline.run()
    }

    /// A folder that cannot be made or written is told before the work, not after.
    private func checkOutput(_ host: Host) throws {
        var folder = FilePath(host.absolute(output))
        while access(folder.string, F_OK) != 0, folder.removeLastComponent() {}
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: folder.string, isDirectory: &isFolder)
        guard isFolder.boolValue, access(folder.string, W_OK) == 0 else {
            throw CommandFailure(
                .usage, error: "cannot write packages to `\(output)`", hint: "give another with --output")
        }
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
