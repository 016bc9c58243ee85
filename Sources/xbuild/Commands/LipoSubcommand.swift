import ArgumentParser
import ObjectFiles

/// `xbuild lipo`: the same tool as the separate `lipo`, whose arguments are passed as they are.
struct LipoSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lipo", abstract: "Make fat files, take them apart, and tell what is in them.",
        discussion: "Its arguments are those of Apple's lipo(1); `xbuild lipo -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus { try LipoCall(arguments).run(on: host) }
}

/// A call of `lipo`.
struct LipoCall: PlainWork {
    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    init?(plain words: [String]) {
        // The parser has a say in what begins like its own flags.
        guard !words.contains(where: { $0.hasPrefix("--") }) else { return nil }
        arguments = words
    }

    func run(on host: Host) throws -> ExitStatus {
        let outcome = LipoCommand.run(arguments, tool: "xbuild lipo")
        try host.out(outcome.output)
        host.talk(outcome.errors)
        // lipo's own statuses are 0 and 1, which mean the same here.
        return outcome.status == 0 ? .done : .buildFailed
    }
}
