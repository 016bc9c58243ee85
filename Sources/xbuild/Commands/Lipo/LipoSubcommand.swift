import ArgumentParser

/// `xbuild lipo`: the same tool as the separate `lipo`, whose arguments are passed as they are.
struct LipoSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lipo", abstract: "Make fat files, take them apart, and tell what is in them.",
        discussion: "Its arguments are those of Apple's lipo(1); `xbuild lipo -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus { try host.run(ToolCall(.lipo, arguments)) }
}
