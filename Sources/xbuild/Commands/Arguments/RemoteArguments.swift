import ArgumentParser
import Engine
import Store

/// Which cache on another machine is used, and how. Credentials are never among the arguments, which others can see.
struct RemoteArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A cache of results on another machine: http(s)://…, grpc(s)://… (default: $XBUILD_REMOTE).",
            valueName: "address"))
    var remote: String?

    @Option(help: "Whether results are also put there: read-write or read-only (default: $XBUILD_REMOTE_ACCESS).")
    var remoteAccess: RemotePolicy.Access?

    @Option(
        help: """
            What comes from there to this machine: outputs, which is what is delivered and what actions here need; all, for \
            later runs without the cache; or none, which delivers nothing.
            """)
    var download = RemotePolicy.Download.outputs

    @Option(
        help: ArgumentHelp(
            """
            Run commands on the workers of a grpc remote: --execute for all commands, --execute=auto for those that \
            this machine has no job free for.
            """, valueName: "when"))
    var execute: Workers.Use?

    @Option(help: ArgumentHelp("How many commands the workers are given at once.", valueName: "number"))
    var remoteJobs = 64

    func validate() throws {
        guard remote != "" else { throw ValidationError("`--remote` names no address") }
        guard (1...1024).contains(remoteJobs) else {
            throw ValidationError("`--remote-jobs` takes a number from 1 to 1024")
        }
    }

    /// Sandboxes of other machines are nothing that this one can require.
    func check(_ sandbox: SandboxMode) throws {
        guard execute != nil, sandbox == .require else { return }
        throw CommandFailure(
            .usage, error: "`--sandbox require` is about this machine, and `--execute` runs commands on others")
    }

    /// `--execute` alone says that all commands are meant.
    static func completed(_ words: [String]) -> [String] {
        let values = Set(Workers.Use.allCases.map(\.rawValue))
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words.enumerated().map { index, word in
            guard word == "--execute", index < end, index + 1 >= words.count || !values.contains(words[index + 1])
            else { return word }
            return "--execute=\(Workers.Use.always.rawValue)"
        }
    }
}

extension RemotePolicy.Access: ExpressibleByArgument {}

extension RemotePolicy.Download: ExpressibleByArgument {}

extension Workers.Use: ExpressibleByArgument {}
