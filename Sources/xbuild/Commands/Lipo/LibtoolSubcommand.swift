import ArgumentParser

/// `xbuild libtool`: makes archives of objects and other archives; the arguments are passed on unchanged.
struct LibtoolSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "libtool", abstract: "Merge objects and archives into one static library.",
        discussion: "The arguments are those of Apple's libtool(1) with -static; `xbuild libtool -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus { try host.run(ToolCall(.libtool, arguments)) }
}
