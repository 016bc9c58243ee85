import Actions
import Engine
import Planning
import Store
import SystemPackage

/// Runs plans for all commands: prepare, plan, lease, run, deliver.
struct Build: Sendable {
    let context: BuildContext
    private let engine: Engine
    private let options: Engine.Options
    private let recorder: Recorder

    /// A plan and the inputs of its run.
    struct Work: Sendable {
        var plan: Plan
        /// Nil for all steps.
        var goals: Set<StepID>?
        /// Folders of this machine that must be visible in a sandbox.
        var readOnly: [String] = []
    }

    /// The outcome of a run and of the delivery of its results.
    enum Delivery<Product> {
        case done(Product)
        /// Steps whose results the store could not provide.
        case lost([StepID])
    }

    /// Which stored results count as present.
    enum Results {
        /// All results. A lost blob is detected when it is needed, and its step runs again.
        case all
        /// Only results of which the store holds every blob.
        case complete
    }

    // MARK: Prepare and plan

    /// Reads recipes, resolves versions, chooses targets, finds toolchains, and plans; returns the planner's result and
    /// the
    /// arguments for `run`.
    ///
    /// - Throws: a `ReportedError` with all faults that were found.
    static func planned(
        _ request: BuildRequest, in context: BuildContext
    ) async throws -> (result: Planner.Result, work: Work) {
        var prepared = try await Preparation(context: context, request: request).planRequest()
        prepared.runsTests = request.runsTests
        let result = try plan(prepared)
        return (result, Work(plan: result.plan, goals: result.goals, readOnly: prepared.visibleFolders))
    }

    static func plan(_ request: PlanRequest) throws(PlanningError) -> Planner.Result {
        try Planner.plan(request)
    }

    // MARK: Lease

    /// Runs `body` under a lease and returns its result. Until `body` returns, the store keeps everything that its runs
    /// use or make.
    static func leased<Answer>(
        _ context: BuildContext, _ options: Engine.Options, _ recorder: Recorder, results: Results = .all,
        _ body: (Build) async throws -> Answer
    ) async throws -> Answer {
        defer { context.reportUntrusted() }
        defer { recorder.finish() }
        return try await context.leased {
            let engine = context.engine(results)
            return try await body(
                Build(context: context, engine: engine, options: options, recorder: recorder))
        }
    }

    /// Like the function above, for a command without run options: with a job for each core and a plain log.
    static func leased<Answer>(
        _ context: BuildContext, _ body: (Build) async throws -> Answer
    ) async throws -> Answer {
        let recorder = PlainLog(isVerbose: false).recorder(context.host.talk)
        return try await leased(context, Engine.Options(jobs: context.host.cores), recorder, body)
    }

    // MARK: Run and deliver

    /// Runs a plan and delivers its results; returns the outcome and the value that `deliver` made. Steps whose results
    /// the store has lost run again.
    ///
    /// - Throws: `EngineError`, `CommandFailure` if the run was stopped, and the errors of `deliver`.
    func run<Product>(
        _ work: Work, deliver: (RunOutcome) async throws -> Delivery<Product>
    ) async throws -> (outcome: RunOutcome, product: Product) {
        var options = options
        options.readOnly = work.readOnly.map { FilePath($0) }
        var product: Result<Product, any Error>?
        let outcome = try await engine.run(
            work.plan, goals: work.goals, options: options, report: recorder.record
        ) { outcome in
            do {
                switch try await deliver(outcome) {
                case .done(let delivered): product = .success(delivered)
                case .lost(let steps): return steps
                }
            } catch {
                product = .failure(error)
            }
            return []
        }
        if let damage = outcome.damage { context.host.talk("note: \(damage.words)\n") }
        // `product` is nil only if the run was stopped.
        guard let product else { throw CommandFailure(.interrupted) }
        return (outcome, try product.get())
    }

    /// Runs a plan and returns the outcome. Afterwards the store holds all blobs of the results of those `steps` that
    /// succeeded.
    func run(_ work: Work, reading steps: [StepID] = []) async throws -> RunOutcome {
        try await run(work) { outcome in
            let results = steps.compactMap { id in outcome.results[id]?.action.map { (id, $0) } }
            let check = CompletenessCheck(readingAllOf: context.results)
            let lost = try await check.lacking(Dictionary(results) { first, _ in first }).keys.sorted()
            return lost.isEmpty ? .done(()) : .lost(lost)
        }.outcome
    }
}

extension StoreDamage {
    fileprivate var words: String {
        let again = steps == 0 ? "no step" : steps == 1 ? "1 step" : "\(steps) steps"
        return "the store had lost or damaged \(blobs) \(blobs == 1 ? "blob" : "blobs"); \(again) ran again"
    }
}
