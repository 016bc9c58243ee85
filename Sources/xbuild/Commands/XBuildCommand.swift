import ArgumentParser
import Basics
import Machine

/// The module's entry point for the executable, which is a separate target because it is linked differently from the
/// tests.
public enum Program {
    public static func main() async { await XBuild.main() }
}

/// The program: its commands and exit statuses.
struct XBuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xbuild",
        abstract: "Builds C libraries from recipes for every platform that Swift runs on.",
        discussion: ExitStatus.help,
        version: xbuildVersion,
        subcommands: [
            RecipeCommand.self, PackageCommand.self, XCFrameworkSubcommand.self, PlanCommand.self, ExplainCommand.self,
            FetchCommand.self, PatchCommand.self, GraphCommand.self, LockCommand.self, RecipesCommand.self,
            NewCommand.self, LintCommand.self, BumpCommand.self, TargetsCommand.self, ToolchainsCommand.self,
            StoreCommand.self, VerifyCommand.self, WarmCommand.self, ReportCommand.self, LipoSubcommand.self,
            LibtoolSubcommand.self,
            NmCommand.self, AuditCommand.self, AnswersCommand.self, CheckCommand.self, DiffCommand.self,
            ModuleMapCommand.self, InterfaceCommand.self,
        ])

    static func main() async {
        if let work = FastPath.work(Array(CommandLine.arguments.dropFirst())) {
            CurrentProcess.ignoreBrokenPipes()
            let talk = Screen(write: Host.say).say
            let status = await Self.status(talk) {
                try work.run(out: { try Host.write(Array($0.escapingControls.utf8)) }, talk: talk)
            }
            CurrentProcess.exit(status.rawValue)
        }
        let host = Host.live()
        let (status, signal) = await Interrupts.cancelling {
            await Self.status(host.talk) { try await run(on: host) }
        }
        CurrentProcess.exit(signal.map(status.endedBy)?.rawValue ?? status.rawValue)
    }

    /// Runs `work` and returns its exit status. An error of `work` is reported to `talk`.
    private static func status(_ talk: (String) -> Void, of work: () async throws -> ExitStatus) async -> ExitStatus {
        do {
            return try await work()
        } catch {
            let report = ErrorReport(error)
            report.messages.forEach { talk($0 + "\n") }
            return report.status
        }
    }

    private static func run(on host: Host) async throws -> ExitStatus {
        do {
            let arguments = RemoteArguments.completed(Array(CommandLine.arguments.dropFirst()))
            if let work = parsedAlone(arguments) { return try await work.run(on: host) }
            try checkName(of: arguments.first)
            var command = try parseAsRoot(arguments)
            if let work = command as? any HostCommand { return try await work.run(on: host) }
            // Only the root command and the built-in help do not conform: `run` throws their output.
            try command.run()
            return .done
        } catch {
            switch exitCode(for: error) {
            case .success: try host.out(fullMessage(for: error) + "\n")
            case .validationFailure:
                let words = UsageMessage(message: message(for: error), usage: fullMessage(for: error))
                throw CommandFailure(.usage, error: words.error, hint: words.hint)
            default: throw error
            }
            return .done
        }
    }

    /// Parses the arguments of one command without the tree of all commands: to build the tree takes 5 % of the time of
    /// `xbuild recipe` when all results are in the store. Returns nil for faults and for help, whose texts need the
    /// whole tree.
    private static func parsedAlone(_ arguments: [String]) -> (any HostCommand)? {
        configuration.subcommands.first { $0.configuration.commandName == arguments.first }
            .flatMap { try? $0.parseAsRoot(Array(arguments.dropFirst())) as? any HostCommand }
    }

    /// Throws if the argument names no command: the parser would report it as a surplus argument of the program.
    private static func checkName(of argument: String?) throws {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let argument, !argument.hasPrefix("-"), !names.contains(argument) else { return }
        let near = Suggestion.nearest(to: argument, among: names)
        throw CommandFailure(
            .usage, error: "unknown command `\(argument)`",
            hint: near.map { "did you mean `\($0)`?" } ?? "`xbuild --help` lists them")
    }
}

/// A command that runs on a given machine and returns its exit status.
protocol HostCommand: ParsableCommand, Sendable {
    func run(on host: Host) async throws -> ExitStatus
}
