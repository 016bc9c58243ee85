import ArgumentParser

/// `xbuild libtool`: archives made of objects and other archives, whose arguments are passed as they are.
struct LibtoolSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "libtool", abstract: "Merge objects and archives into one static library.",
        discussion: "Its arguments are those of Apple's libtool(1) with -static; `xbuild libtool -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus { try host.run(ToolCall(.libtool, arguments)) }
}
