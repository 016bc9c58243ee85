import Actions
import Engine
import Planning
import Store
import SystemPackage

/// The one way in which commands run plans: prepare, plan, lease, run, deliver.
struct Build: Sendable {
    let context: BuildContext
    private let engine: Engine
    private let options: Engine.Options
    private let recorder: Recorder

    /// A plan, and what its run needs to know.
    struct Work: Sendable {
        var plan: Plan
        /// Nil for all steps.
        var goals: Set<StepID>?
        /// Folders of the machine that a sandbox must show.
        var readOnly: [String] = []
    }

    /// What became of the results of a run.
    enum Delivery<Product> {
        case done(Product)
        /// The store could not give out the results of these steps.
        case lost([StepID])
    }

    /// Which stored results count.
    enum Results {
        /// All: what turns out to be lost when it is needed is made again then.
        case all
        /// Those of which the store holds every blob.
        case complete
    }

    // MARK: Prepare and plan

    /// Reads recipes, decides on versions, chooses targets and finds toolchains, and plans.
    ///
    /// - Throws: a `ReportedError` with everything that is wrong.
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

    /// Lets `body` run plans. What these find and make stays in the store until it is over.
    static func leased<Answer>(
        _ context: BuildContext, _ options: Engine.Options, _ recorder: Recorder, results: Results = .all,
        _ body: (Build) async throws -> Answer
    ) async throws -> Answer {
        defer { recorder.finish() }
        return try await context.leased {
            let engine = context.engine(results)
            return try await body(
                Build(context: context, engine: engine, options: options, recorder: recorder))
        }
    }

    /// The same for a command that has no options for it: on all cores, with a plain log.
    static func leased<Answer>(
        _ context: BuildContext, _ body: (Build) async throws -> Answer
    ) async throws -> Answer {
        let recorder = PlainLog(isVerbose: false).recorder(context.host.talk)
        return try await leased(context, Engine.Options(jobs: context.host.cores), recorder, body)
    }

    // MARK: Run and deliver

    /// Runs a plan and delivers its results. When the store has lost parts of these, they are made again.
    ///
    /// - Throws: `EngineError`, `CommandFailure` for a run that was stopped, and what `deliver` throws.
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
        // Only a run that was stopped has delivered nothing.
        guard let product else { throw CommandFailure(.interrupted) }
        return (outcome, try product.get())
    }

    /// Runs a plan. Afterwards the store holds every byte of the results of these steps, as far as they have any.
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
