import ArgumentParser

/// `xbuild lipo`: the same tool as the separate program `lipo`; the arguments are passed on unchanged.
struct LipoSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lipo", abstract: "Make, split and inspect fat files.",
        discussion: "The arguments are those of Apple's lipo(1); `xbuild lipo -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus { try host.run(ToolCall(.lipo, arguments)) }
}
