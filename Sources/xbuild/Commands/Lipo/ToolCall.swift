import ObjectFiles

/// A call of a tool whose arguments are passed to it as they are.
protocol ToolCall: FastPathCommand {
    init(_ arguments: [String])

    func outcome() -> ToolOutcome
}

extension ToolCall {
    init?(plain words: [String]) {
        // The parser has a say in what begins like its own flags.
        guard !words.contains(where: { $0.hasPrefix("--") }) else { return nil }
        self.init(words)
    }

    func run(out: (String) throws -> Void, talk: (String) -> Void) throws -> ExitStatus {
        let outcome = outcome()
        try out(outcome.output)
        talk(outcome.errors)
        // The tools' own statuses are 0 and 1, which mean the same here.
        return outcome.status == 0 ? .done : .buildFailed
    }
}
