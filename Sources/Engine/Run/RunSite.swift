import Actions
import Machine
import Store
import SystemPackage

/// The resources for running steps on this machine: work folders, tokens and executors.
final class RunSite: Sendable {
    let jobserver: Jobserver
    let barrier: ConfigureBarrier
    private let work: WorkRoot
    private let store: any FileStore
    private let commands: CommandExecutor
    private let builtins: BuiltinExecutor
    private let lines: Engine.Options.Lines
    private let report: @Sendable (EngineEvent) -> Void

    init(
        _ engine: Engine, _ options: Engine.Options, _ report: @escaping @Sendable (EngineEvent) -> Void
    ) async throws(EngineError) {
        try await inStore(engine.shared.checkWritable())
        let sandbox = try await engine.sandbox(options, report)
        let work = try WorkRoot(engine.workRoot, for: engine.shared.access.creation)
        jobserver = try Jobserver(jobs: options.jobs, at: work.pipes.tokens)
        barrier = try ConfigureBarrier(at: work.pipes.barrier)
        store = engine.store
        commands = CommandExecutor(
            store: engine.store, processes: engine.processes, clock: engine.clock, work: work,
            layout: WorkLayout(
                store: engine.store, shared: SharedTrees(from: engine.store, in: work.trees),
                isSandboxed: sandbox != nil),
            launch: Launch(sandbox: sandbox, pipes: work.pipes), timeout: options.timeout)
        builtins = BuiltinExecutor(
            store: engine.store, shared: engine.shared, work: work, builtins: engine.builtins,
            clock: engine.clock, note: { report(.noted(engine.label($0.id, $0.step), line: $1)) })
        (self.work, self.lines, self.report) = (work, options.lines, report)
    }

    /// Runs a step's action.
    func run(_ task: StepTask) async throws(EngineError) -> StepExecution {
        try await InputBlobs(store: store).put(task.step)
        let (id, lines, report) = (task.id, lines, report)
        let say: @Sendable ([String]) -> Void = { new in
            for line in lines.chosen(from: new) { report(.output(step: id, line: line)) }
        }
        switch task.step.work {
        case .command: return try await commands.run(task, report: say)
        case .builtin: return try await builtins.run(task, report: say)
        }
    }

    /// Removes the work folders, except those of failed steps.
    func close() {
        jobserver.close()
        barrier.close()
        try? work.trees.removeTree()
        work.close()
    }
}

extension Engine.Options.Lines {
    fileprivate func chosen(from lines: [String]) -> [String] {
        switch self {
        case .all: lines
        case .latest: lines.last { $0.contains { !$0.isWhitespace } }.map { [$0] } ?? []
        }
    }
}
