import ArgumentParser
import Engine
import Store

/// The remote cache to use. Credentials are never arguments, because other users can see these.
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
            What to download: outputs, that is delivered files and inputs of local actions; all, for later runs without \
            the cache; or none, which delivers nothing.
            """)
    var download = RemotePolicy.Download.outputs

    @Option(
        help: ArgumentHelp(
            """
            Run commands on the workers of a grpc remote: --execute for all commands, --execute=auto for those that \
            find no free job on this machine.
            """, valueName: "when"))
    var execute: Workers.Use?

    @Option(help: ArgumentHelp("How many commands may run on the workers at once.", valueName: "number"))
    var remoteJobs = 64

    func validate() throws {
        guard remote != "" else { throw ValidationError("`--remote` names no address") }
        guard (1...1024).contains(remoteJobs) else {
            throw ValidationError("`--remote-jobs` takes a number from 1 to 1024")
        }
    }

    var request: RemoteRequest {
        RemoteRequest(
            address: remote, access: remoteAccess, download: download, execute: execute, jobs: remoteJobs)
    }

    /// `--sandbox require` is a statement about this machine; it cannot be enforced on remote workers.
    func check(_ sandbox: SandboxMode) throws {
        guard execute != nil, sandbox == .require else { return }
        throw CommandFailure(
            .usage, error: "`--sandbox require` is about this machine, and `--execute` runs commands on others")
    }

    /// `--execute` without a value means all commands.
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
