extension Engine {
    /// Returns the sandbox that the options ask for; nil to run without a sandbox.
    func sandbox(
        _ options: Options, _ report: @Sendable (EngineEvent) -> Void
    ) async throws(EngineError) -> Sandbox? {
        if options.sandbox == .off { return nil }
        let found = await sandboxProbe.find(readOnly: options.readOnly)
        let answer = SandboxAnswer(found)
        switch (answer, options.sandbox) {
        case (.isUnavailable(let reason), .require), (.isWeak(let reason), .require): throw .noSandbox(reason: reason)
        case (.isUnavailable, _), (.isWeak, _), (.works, _): break
        }
        switch found {
        case .success(let sandbox):
            answer.event.map(report)
            if let facts { answer.remember(in: facts, SandboxProbe.stamp) }
            return sandbox
        case .failure(let unavailable):
            // Not remembered: a folder of the options may be the cause.
            if !unavailable.isExpected { answer.event.map(report) }
            return nil
        }
    }

    /// Reports what `sandbox` would report, for a run that started no command.
    func reportSandbox(_ options: Options, _ report: @Sendable (EngineEvent) -> Void) async {
        guard sandboxProbe.isPossible else { return }
        let stamp = SandboxProbe.stamp
        let known = facts.flatMap { SandboxAnswer(in: $0, stamp) }
        let answer: SandboxAnswer
        if let known { answer = known } else { answer = SandboxAnswer(await sandboxProbe.find(readOnly: [])) }
        answer.event.map(report)
        if known == nil, let facts { answer.remember(in: facts, stamp) }
    }
}
