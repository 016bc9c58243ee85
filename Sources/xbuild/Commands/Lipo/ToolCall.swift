import ObjectFiles

/// A call of a tool with unparsed arguments.
protocol ToolCall: FastPathCommand {
    init(_ arguments: [String])

    func outcome() -> ToolOutcome
}

extension ToolCall {
    init?(plain words: [String]) {
        // The argument parser would interpret arguments that look like its own flags.
        guard !words.contains(where: { $0.hasPrefix("--") }) else { return nil }
        self.init(words)
    }

    func run(out: (String) throws -> Void, talk: (String) -> Void) throws -> ExitStatus {
        let outcome = outcome()
        try out(outcome.output)
        talk(outcome.errors)
        // The tools' statuses are 0 and 1, which mean the same here.
        return outcome.status == 0 ? .done : .buildFailed
    }
}
