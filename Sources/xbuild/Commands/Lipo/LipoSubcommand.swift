import ArgumentParser
import ObjectFiles

/// `xbuild lipo`: the same tool as the separate `lipo`, whose arguments are passed as they are.
struct LipoSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "lipo", abstract: "Make fat files, take them apart, and tell what is in them.",
        discussion: "Its arguments are those of Apple's lipo(1); `xbuild lipo -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus { try host.run(LipoCall(arguments)) }
}

/// A call of `lipo`.
struct LipoCall: ToolCall {
    let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    func outcome() -> ToolOutcome { LipoCommand.run(arguments, tool: "xbuild lipo") }
}
