import ObjectFiles

/// A call of a tool with unparsed arguments.
struct ToolCall: FastPathCommand, Hashable {
    enum Tool { case lipo, libtool }

    let tool: Tool
    let arguments: [String]

    init(_ tool: Tool, _ arguments: [String]) {
        self.tool = tool
        self.arguments = arguments
    }

    /// Nil if an argument looks like a flag of the argument parser itself, which the parser must interpret.
    init?(_ tool: Tool, plain words: [String]) {
        guard !words.contains(where: { $0.hasPrefix("--") }) else { return nil }
        self.init(tool, words)
    }

    func run(out: (String) throws -> Void, talk: (String) -> Void) throws -> ExitStatus {
        let outcome =
            switch tool {
            case .lipo: LipoCommand.run(arguments, tool: "xbuild lipo")
            case .libtool: LibtoolCommand.run(arguments, tool: "xbuild libtool")
            }
        try out(outcome.output)
        talk(outcome.errors)
        // The tools return 0 and 1, which have the same meaning here.
        return outcome.status == 0 ? .done : .buildFailed
    }
}
