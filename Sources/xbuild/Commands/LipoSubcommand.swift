import ArgumentParser
import ObjectFiles

/// `xbuild lipo`: the same tool as the separate `lipo`, whose arguments are passed as they are.
struct LipoSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lipo", abstract: "Make fat files, take them apart, and tell what is in them.",
        discussion: "Its arguments are those of Apple's lipo(1); `xbuild lipo -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus {
        let outcome = LipoCommand.run(arguments, tool: "xbuild lipo")
        try host.out(outcome.output)
        host.talk(outcome.errors)
        // lipo's own statuses are 0 and 1, which mean the same here.
        return outcome.status == 0 ? .done : .buildFailed
    }
}
