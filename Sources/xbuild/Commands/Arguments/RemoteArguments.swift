import ArgumentParser
import Engine
import Store

/// The remote cache to use. Credentials are never arguments, because other users can see a process's arguments.
struct RemoteArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A cache of results on another machine: http(s)://…, grpc(s)://… (default: $XBUILD_REMOTE).",
            valueName: "address"))
    var remote: String?

    @Option(help: "Whether new results are also uploaded: read-write or read-only (default: $XBUILD_REMOTE_ACCESS).")
    var remoteAccess: RemotePolicy.Access?

    @Option(
        help: """
            What to download: outputs (delivered files and inputs of local actions), all (also for later runs without \
            the cache), or none (no files are delivered).
            """)
    var download = RemotePolicy.Download.outputs

    @Option(
        help: ArgumentHelp(
            """
            Run commands on the workers of a grpc remote: --execute for all commands, --execute=auto for those for \
            which this machine has no free job.
            """, valueName: "when"))
    var execute: Workers.Use?

    @Option(help: ArgumentHelp("How many commands may run on the workers at once.", valueName: "number"))
    var remoteJobs = 64

    @Option(
        help: ArgumentHelp(
            "Sign uploaded results with this private key (default: $XBUILD_SIGN_WITH). See xbuild store keygen.",
            valueName: "file"))
    var signWith: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            """
            Use only results that this machine made or that the owner of this public key signed; may be repeated \
            (default: $XBUILD_TRUST, separated by colons).
            """, valueName: "file"))
    var trust: [String] = []

    func validate() throws {
        guard remote != "" else { throw ValidationError("`--remote` names no address") }
        guard (1...1024).contains(remoteJobs) else {
            throw ValidationError("`--remote-jobs` takes a number from 1 to 1024")
        }
    }

    var request: RemoteRequest {
        RemoteRequest(
            address: remote, access: remoteAccess, download: download, execute: execute, jobs: remoteJobs,
            signWith: signWith, trust: trust)
    }

    /// Throws if `--sandbox require` is combined with `--execute`: the sandbox cannot be enforced on remote workers.
    func check(_ sandbox: SandboxMode) throws {
        guard execute != nil, sandbox == .require else { return }
        throw CommandFailure(
            .usage, error: "`--sandbox require` cannot be enforced on the workers, on which `--execute` runs commands")
    }

    /// Returns the arguments with the value `always` for an `--execute` without a value.
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

extension RemotePolicy.Access: KeywordArgument {}

extension RemotePolicy.Download: KeywordArgument {}

extension Workers.Use: KeywordArgument {}
