import Actions
import Basics
import Machine
import Store
import Synchronization

/// Runs built-in functions as actions.
struct BuiltinExecutor: Sendable {
    let store: any FileStore
    let shared: DiskStore
    let work: WorkRoot
    let builtins: [String: Builtin]
    let clock: Clock
    /// Receives a step's messages for the user.
    let note: @Sendable (StepTask, String) -> Void

    func run(_ task: StepTask, report: @escaping @Sendable ([String]) -> Void) async throws(EngineError)
        -> StepExecution
    {
        guard case .builtin(let name, _, let parameters) = task.step.work else { return .cancelled }
        guard let builtin = builtins[name] else { throw .unknownBuiltin(name) }
        let log = BuiltinLog(report: report)
        let scratch = BuiltinScratch(store: store, shared: shared, folder: work.newPath(name: "builtin"))
        defer { scratch.remove() }
        let started = clock.now()
        do {
            let inputs = try await task.action.inputRoot.loaded(from: store)
            try await store.fetch(inputs.files)
            // A builtin that only arranges files does not read them, so its result could refer to a lost blob.
            if let lost = try await store.missing(inputs.files).first { return .lostInput(lost) }
            let outcome = try await builtin(context(parameters.value, inputs, log, scratch.files, of: task))
            return try await execution(outcome, of: task, log, started: started)
        } catch let error as StoreError {
            guard let lost = error.lostBlob else { throw .store(error) }
            return .lostInput(lost)
        } catch is CancellationError {
            return .cancelled
        } catch {
            if Task.isCancelled { return .cancelled }
            throw .builtin(name, reason: "\(error)")
        }
    }

    private func context(
        _ parameters: String, _ inputs: Directory, _ log: BuiltinLog, _ files: BuiltinFiles, of task: StepTask
    ) -> BuiltinContext {
        let (store, note) = (store, note)
        return BuiltinContext(
            parameters: parameters, inputs: inputs,
            read: { digest in
                guard let bytes = try await store.blob(digest) else { throw StoreError.missing(digest) }
                return bytes
            },
            write: { try await store.put($0) },
            say: { log.say($0) },
            note: { line in
                log.say(line)
                note(task, line)
            }, files: files)
    }

    private func execution(
        _ outcome: BuiltinOutcome, of task: StepTask, _ log: BuiltinLog, started: Double
    ) async throws -> StepExecution {
        let text = try await store.put(log.bytes)
        let finished = clock.now()
        let missing = task.step.outputs.filter { outcome.outputs[$0] == nil }
        if outcome.failure != nil || !missing.isEmpty {
            let reason: StepFailure.Reason = outcome.failure == nil ? .missingOutputs(missing) : .reported
            return .failed(
                StepFailure(kind: outcome.failure ?? .build, reason: reason, log: text, seconds: finished - started))
        }
        var outputs: [RelativePath: ActionResult.Output] = [:]
        for path in task.step.outputs {
            if let node = outcome.outputs[path] { outputs[path] = try await store.putOutput(node) }
        }
        let metadata = ActionResult.Metadata(
            worker: ActionResult.Metadata.builtin, started: started, finished: finished)
        return .succeeded(
            ActionResult(outputs: outputs, log: text, metadata: metadata, origin: .here), seconds: finished - started,
            cpuSeconds: nil)
    }
}

/// Collects the lines that a builtin writes, which become its log, and reports them.
private final class BuiltinLog: Sendable {
    private let text = Mutex("")
    private let report: @Sendable ([String]) -> Void

    init(report: @escaping @Sendable ([String]) -> Void) { self.report = report }

    func say(_ line: String) {
        text.withLock { $0 += line + "\n" }
        report(line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    var bytes: [UInt8] { text.withLock { Array($0.utf8) } }
}
