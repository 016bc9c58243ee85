import ArgumentParser
import ObjectFiles

/// `xbuild libtool`: archives made of objects and other archives, whose arguments are passed as they are.
struct LibtoolSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "libtool", abstract: "Merge objects and archives into one static library.",
        discussion: "Its arguments are those of Apple's libtool(1) with -static; `xbuild libtool -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus { try LibtoolCall(arguments).run(on: host) }
}

/// A call of `libtool`.
struct LibtoolCall: PlainWork {
    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    init?(plain words: [String]) {
        // The parser has a say in what begins like its own flags.
        guard !words.contains(where: { $0.hasPrefix("--") }) else { return nil }
        arguments = words
    }

    func run(on host: Host) throws -> ExitStatus {
        let outcome = LibtoolCommand.run(arguments, tool: "xbuild libtool")
        try host.out(outcome.output)
        host.talk(outcome.errors)
        // libtool's own statuses are 0 and 1, which mean the same here.
        return outcome.status == 0 ? .done : .buildFailed
    }
}
