import ArgumentParser
import Engine
import Foundation

/// The arguments that control how a build runs, shared by `recipe` and `package`.
struct RunArguments: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "How many processes may run at once (default: the number of cores).")
    var jobs: Int?

    @Flag(help: "Continue with steps that do not need a failed step.")
    var keepGoing = false

    @Option(
        help: ArgumentHelp(
            "How long an action may take: minutes, or with a unit (30s, 2h), or none.", valueName: "time"))
    var timeout = ActionTimeout.standard

    @Option(
        help: """
            Whether actions run in a sandbox: require, auto or off. With require, stored results of actions that ran \
            without a sandbox do not count.
            """)
    var sandbox = SandboxMode.auto

    @Option(help: ArgumentHelp("Write events to a file, as lines of JSON.", valueName: "file"))
    var events: String?

    @Flag(help: "Replace package folders even if files in them were changed or added.")
    var force = false

    @Flag(name: .shortAndLong, help: "Show all output of actions.")
    var verbose = false

    func validate() throws {
        guard (1...4096).contains(jobs ?? 1) else { throw ValidationError("`--jobs` takes a number from 1 to 4096") }
    }

    func options(on host: Host) -> Engine.Options {
        Engine.Options(
            jobs: jobs ?? host.cores, keepGoing: keepGoing, sandbox: sandbox, timeout: timeout.seconds,
            lines: verbose ? .all : .latest)
    }

    func recorder(_ host: Host) throws -> Recorder {
        try Recorder.chosen(on: host, events: events, isVerbose: verbose)
    }
}
