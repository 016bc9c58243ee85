import ArgumentParser
import Engine
import Machine

/// `xbuild new`: writes a recipe for a source.
struct NewCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a recipe for a library from its source and trial builds.",
        discussion: """
            The source is searched for its build system, license, options and dependencies. It is built for this \
            machine, to find the files that it installs, and then for the targets. Every decision is printed with its \
            reason.

            """ + ExitStatus.help)

    @Argument(help: ArgumentHelp("An archive's address or path, or `debian:PACKAGE`.", valueName: "source"))
    var place: String

    @Option(help: ArgumentHelp("The recipe's name (default: the source's).", valueName: "name"))
    var name: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The recipe file (default: recipes/NAME/recipe.yaml).", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("The Debian release to look in.", valueName: "name"))
    var suite = "stable"

    @Option(
        help: ArgumentHelp(
            "Targets to build for: groups, names, triples (default: host and ios-arm64).", valueName: "target"))
    var targets: [String] = []

    @OptionGroup var store: StoreArguments

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "How many processes may run at once (default: the number of cores).")
    var jobs: Int?

    func validate() throws {
        guard output != "" else { throw ValidationError("`--output` names no file") }
        guard (1...4096).contains(jobs ?? 1) else { throw ValidationError("`--jobs` takes a number from 1 to 4096") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        do {
            return try await write(on: host)
        } catch  where Task.isCancelled {
            // If a signal ended a download or a process, its error is not a fault of the source.
            throw CancellationError()
        }
    }

    private func write(on host: Host) async throws -> ExitStatus {
        let scratch = try host.makeScratch("new")
        defer { try? FileSystem.removeTree(scratch) }
        let source = try await NewSource.found(place, suite: suite, scratch: scratch, host: host)
        var host = host
        if let mirror = source.mirror { host.environment["XBUILD_MIRROR"] = mirror }
        let context = try BuildContext(host: host, store: store.store)
        let options = Engine.Options(jobs: jobs ?? host.cores, timeout: ActionTimeout.standard.seconds)
        let recorder = PlainLog(isVerbose: false).recorder(host.talk)
        return try await Build.leased(context, options, recorder) { build in
            let recipe = try NewRecipe(build, source: source, name: name, output: output)
            return try await recipe.write(for: targets.isEmpty ? ["host", "ios-arm64"] : targets)
        }
    }
}
