import Machine
import Store
import SystemPackage

extension Engine {
    /// Returns the sandbox that the options ask for; nil to run without a sandbox. Throws if actions cannot run without
    /// one in the work folders of this store.
    func sandbox(
        _ options: Options, _ report: @Sendable (EngineEvent) -> Void
    ) async throws(EngineError) -> Sandbox? {
        if let sandbox = try await availableSandbox(options, report) { return sandbox }
        // Scripts may see the path with or without its links.
        for path in [workRoot.string, FileSystem.realPath(shared.path.string)].compactMap(\.self) {
            guard WorkRoot.isFit(path) else { throw .unfitWorkRoot(path: shared.path.string) }
        }
        return nil
    }

    private func availableSandbox(
        _ options: Options, _ report: @Sendable (EngineEvent) -> Void
    ) async throws(EngineError) -> Sandbox? {
        if options.sandbox == .off { return nil }
        let found = await sandboxProbe.find(readOnly: options.readOnly)
        let answer = SandboxAnswer(found)
        if options.sandbox == .require, let fault = answer.fault { throw .noSandbox(reason: fault) }
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
    func reportSandbox(_ report: @Sendable (EngineEvent) -> Void) async {
        guard sandboxProbe.isPossible else { return }
        let stamp = SandboxProbe.stamp
        if let known = facts.flatMap({ SandboxAnswer(in: $0, stamp) }) {
            known.event.map(report)
            return
        }
        let answer = SandboxAnswer(await sandboxProbe.find(readOnly: []))
        answer.event.map(report)
        if let facts { answer.remember(in: facts, stamp) }
    }
}
