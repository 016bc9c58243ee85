import ArgumentParser
import Store

/// Which cache on another machine is used, and how. Credentials are never among the arguments, which others can see.
struct RemoteArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A cache of results on another machine: http://…, https://… (default: $XBUILD_REMOTE).",
            valueName: "address"))
    var remote: String?

    @Option(help: "Whether results are also put there: read-write or read-only (default: $XBUILD_REMOTE_ACCESS).")
    var remoteAccess: RemotePolicy.Access?

    @Option(help: "What comes from there to this machine: needed, or all, for later runs without the cache.")
    var download = RemotePolicy.Download.needed

    func validate() throws {
        guard remote != "" else { throw ValidationError("`--remote` names no address") }
    }
}

extension RemotePolicy.Access: ExpressibleByArgument {}

extension RemotePolicy.Download: ExpressibleByArgument {}
