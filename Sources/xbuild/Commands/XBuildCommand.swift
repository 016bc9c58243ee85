import ArgumentParser
import Foundation

/// The program: its commands, and how it ends.
@main
struct XBuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xbuild",
        abstract: "Builds C libraries from recipes for every platform that Swift runs on.",
        discussion: ExitStatus.help,
        version: xbuildVersion,
        subcommands: [
            RecipeCommand.self, PlanCommand.self, FetchCommand.self, RecipesCommand.self, TargetsCommand.self,
            ToolchainsCommand.self, LipoSubcommand.self, LibtoolSubcommand.self,
        ])

    static func main() async {
        let host = Host.live()
        do {
            var command = try parseAsRoot()
            guard let work = command as? any HostCommand else {
                // Only the root and the built-in help are none: they end by throwing what they have to say.
                try command.run()
                return
            }
            let status = try await Interrupts.cancelling { try await work.run(on: host) }
            Foundation.exit(status.rawValue)
        } catch let failure as CommandFailure {
            failure.messages.forEach { host.talk($0 + "\n") }
            Foundation.exit(failure.status.rawValue)
        } catch is CancellationError {
            Foundation.exit(ExitStatus.interrupted.rawValue)
        } catch {
            end(with: error, host)
        }
    }

    /// The argument parser's own errors: help and version go to standard output, the rest is wrong usage.
    private static func end(with error: any Error, _ host: Host) -> Never {
        let message = fullMessage(for: error)
        if exitCode(for: error).isSuccess {
            host.out(message + "\n")
            Foundation.exit(ExitStatus.done.rawValue)
        }
        let isUsage = exitCode(for: error) == .validationFailure
        host.talk(
            (isUsage ? message.replacing("Error: ", with: "error: ", maxReplacements: 1) : "error: \(error)") + "\n")
        Foundation.exit((isUsage ? ExitStatus.usage : .fault).rawValue)
    }
}

/// A command that works on a given machine and says how it ended.
protocol HostCommand: ParsableCommand, Sendable {
    func run(on host: Host) async throws -> ExitStatus
}
