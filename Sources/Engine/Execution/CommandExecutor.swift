// Runs commands on this machine: writes the input root to disk, runs the process, stores the outputs. Does not depend
// on the graph of steps.

import Actions
import Basics
import Machine
import Store
import SystemPackage

/// Runs each command in its own work folder.
struct CommandExecutor: Sendable {
    let store: any FileStore
    let processes: ProcessRunner
    let clock: Clock
    let work: WorkRoot
    let layout: WorkLayout
    let launch: Launch
    /// The time limit in seconds for commands whose action has none.
    let timeout: Int?

    func run(_ task: StepTask, report: @escaping @Sendable ([String]) -> Void) async throws(EngineError)
        -> StepExecution
    {
        work.removeKept(mark: task.mark)
        let folder = try work.makeFolder(name: String(task.key.hash.hex.prefix(12)))
        do {
            let execution = try await run(task, in: folder, report)
            if case .failed = execution {
                await layout.complete(task, in: folder.root)
                try folder.keep(mark: task.mark)
            } else {
                try? folder.folder.removeTree()
            }
            return execution
        } catch {
            try? folder.folder.removeTree()
            throw error
        }
    }

    private func run(
        _ task: StepTask, in folder: WorkFolder, _ report: @escaping @Sendable ([String]) -> Void
    ) async throws(EngineError) -> StepExecution {
        let trees: [WorkLayout.ShownTree]
        do throws(EngineError) {
            trees = try await layout.write(task, in: folder.root)
        } catch {
            if case .store(let fault) = error, let lost = fault.lostBlob { return .lostInput(lost) }
            guard let why = error.unfitPath(below: work.folder) else { throw error }
            return .failed(StepFailure(kind: .build, reason: .unwritablePath(why), workFolder: folder.folder.string))
        }
        let started = clock.now()
        var launch = launch
        if task.step.readsMachine { launch.sandbox?.hidden = [] }
        let undeclared = try task.undeclaredTools(in: folder, isSandboxed: launch.sandbox != nil)
        let process = try launch.process(
            task.action.command, in: folder, trees: trees, refusing: undeclared, timeout: limit(of: task),
            allowsTracing: task.step.mayTrace)
        let end = try await processes.runToEnd(process, report)
        let finished = clock.now()
        let log = try await inStore(await store.put(file: folder.log))
        if Task.isCancelled, end.status != .exited(0) { return .cancelled }
        let metadata = ActionResult.Metadata(worker: worker, started: started, finished: finished)
        let refused = UndeclaredTools.names(inRecord: folder.refused.text ?? "")
        switch refused.isEmpty ? try await outputs(end, of: task, in: folder) : .failure(.undeclaredTools(refused)) {
        case .success(let outputs):
            let result = ActionResult(outputs: outputs, log: log, metadata: metadata, origin: .here)
            return .succeeded(result, seconds: finished - started, cpuSeconds: cpuSeconds(end, folder))
        case .failure(let reason):
            return .failed(
                StepFailure(
                    kind: .build, reason: reason, log: log, logPath: folder.log.string,
                    workFolder: folder.folder.string, seconds: finished - started))
        }
    }

    /// The worker that results record.
    private var worker: String {
        guard let sandbox = launch.sandbox else { return ActionResult.Metadata.direct }
        return sandbox.protection.weakness == nil
            ? ActionResult.Metadata.sandboxed : ActionResult.Metadata.weaklySandboxed
    }

    private func cpuSeconds(_ end: ProcessEnd, _ folder: WorkFolder) -> Double? {
        launch.sandbox == nil ? end.cpuSeconds : folder.times.text.flatMap(ShellTimes.childrenSeconds)
    }

    private func limit(of task: StepTask) -> Int? { task.action.timeout ?? timeout }

    /// Returns the stored outputs, or why the command failed.
    private func outputs(
        _ end: ProcessEnd, of task: StepTask, in folder: WorkFolder
    ) async throws(EngineError) -> Result<[RelativePath: ActionResult.Output], StepFailure.Reason> {
        switch end.status {
        case .signalled(let signal): .failure(.signalled(signal))
        case .timedOut: .failure(.timedOut(limit(of: task) ?? 0))
        case .exited(0): try await collect(task, from: folder)
        case .exited(let status): .failure(.exited(status))
        }
    }

    /// Errors that a command can cause in its own folder: names that are too long, folders without permissions, files
    /// that disappear.
    private static let causedByCommand: Set<Errno> = [
        .fileNameTooLong, .permissionDenied, .notPermitted, .noSuchFileOrDirectory, .notDirectory,
        .tooManySymbolicLinkLevels,
    ]

    private func collect(
        _ task: StepTask, from folder: WorkFolder
    ) async throws(EngineError) -> Result<[RelativePath: ActionResult.Output], StepFailure.Reason> {
        var outputs: [RelativePath: ActionResult.Output] = [:]
        do throws(StoreError) {
            for path in task.action.command.outputPaths {
                outputs[path] = try await TreeIngest(into: store).output(at: folder.root.appending(path.string))
            }
        } catch {
            switch error {
            case .file(.system(_, let path, let errno)):
                guard path.hasPrefix(folder.root.string), Self.causedByCommand.contains(errno) else {
                    throw .store(error)
                }
                return .failure(.unstorableOutput("\(error)"))
            case .file(.special), .file(.notRegular), .file(.badName), .malformed, .linkInTheWay:
                return .failure(.unstorableOutput("\(error)"))
            case .missing, .changed, .untrusted, .readOnly: throw .store(error)
            }
        }
        let missing = task.action.command.outputPaths.filter { outputs[$0] == nil }
        return missing.isEmpty ? .success(outputs) : .failure(.missingOutputs(missing))
    }
}

extension StepTask {
    /// The text that marks the work folders kept for the step: the same when the step runs again with other inputs.
    var mark: String { step.identity.digest.hash.hex }
}
