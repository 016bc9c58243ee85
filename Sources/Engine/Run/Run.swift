// One run of a plan: a loop in one task that owns the schedule, looks results up, starts the steps without one, and
// receives what its tasks return. A step whose result is stored costs a look-up and no task.

import Actions
import Basics
import Machine
import Store

struct Run {
    let engine: Engine
    let options: Engine.Options
    let report: @Sendable (EngineEvent) -> Void
    var schedule: Schedule
    var steps = StepTable()
    var keys = StepKeys()
    var jobs: LocalJobs
    var repair: Repair
    /// Steps that workers refused: this machine runs them.
    var refused: Set<StepID> = []
    /// Made when the first step has to run here.
    var site: RunSite?
    private(set) var fault: EngineError?
    /// By the engine's clock.
    private let started: Double
    private var isWeighed = false

    typealias Completions = TaskGroup<Completion>

    /// What a task of the loop returns.
    enum Completion: Sendable {
        /// A token for a step; false when the run was cancelled first.
        case token(Bool)
        /// The key of a step that waited for it; nil when the run was cancelled first.
        case locked(StepID, KeyLock?)
        case ended(StepID, KeyLock, StepExecution)
        case fault(EngineError)
    }

    init(
        engine: Engine, schedule: Schedule, options: Engine.Options, report: @escaping @Sendable (EngineEvent) -> Void
    ) {
        self.engine = engine
        self.schedule = schedule
        self.options = options
        self.report = report
        started = engine.clock.now()
        jobs = LocalJobs(jobs: options.jobs, hasWorkers: engine.workers != nil)
        repair = Repair(store: engine.store, shared: engine.shared)
    }

    mutating func run(_ deliver: Engine.Delivery) async throws(EngineError) -> RunOutcome {
        report(.runStarted(steps: schedule.neededCount, jobs: options.jobs))
        report(.planned(needs: schedule.inputSteps.map { $0.map(\.index) }))
        var outcome: RunOutcome
        repeat {
            await runSteps()
            outcome = self.outcome(seconds: engine.clock.now() - started)
        } while await mustRebuild(afterDelivering: outcome, deliver)
        keys.releaseAll()
        site?.close()
        if let fault { throw fault }
        report(.runFinished(outcome.counts, seconds: outcome.seconds, cpuSeconds: outcome.cpuSeconds))
        return outcome
    }

    /// Runs steps until none can start and none runs.
    private mutating func runSteps() async {
        await withTaskGroup(of: Completion.self) { group in
            await advance(&group)
            while let completion = await group.next() {
                await receive(completion, &group)
                await advance(&group)
            }
        }
    }

    /// Whether steps have to run again because the store lost results that are to be delivered.
    private mutating func mustRebuild(
        afterDelivering outcome: RunOutcome, _ deliver: Engine.Delivery
    ) async -> Bool {
        guard fault == nil else { return false }
        let lost = await deliver(outcome)
        guard let first = lost.first(where: { steps.action($0) != nil }), !Task.isCancelled else { return false }
        do throws(EngineError) {
            try await rebuildLost(resultOf: first)
            return true
        } catch {
            fault = error
            return false
        }
    }

    // MARK: The loop

    /// Starts every step that may start now.
    private mutating func advance(_ group: inout Completions) async {
        do throws(EngineError) {
            if Task.isCancelled || fault != nil { schedule.stop() }
            if let limit = options.startWithin, engine.clock.now() - started >= limit { schedule.stop() }
            try await startHere(&group)
            while try await startRemote(&group) { try await startHere(&group) }
            site?.barrier.set(open: !canBeginHere)
        } catch {
            stop(because: error, &group)
        }
        releaseKeys()
    }

    private mutating func receive(_ completion: Completion, _ group: inout Completions) async {
        do throws(EngineError) {
            switch completion {
            case .token(let isThere): try await acquiredToken(isThere, &group)
            case .locked(let id, let lock):
                keys.endWait(of: id)
                try await locked(id, lock)
            case .ended(let id, let lock, let execution):
                // The result is stored before the key is released, so that the next holder of the key finds it.
                defer { lock.release() }
                if schedule.running[id] == .local { giveBackToken() }
                try await ended(id, execution)
            case .fault(let error): throw error
            }
        } catch {
            stop(because: error, &group)
        }
    }

    /// Stops the run and its tasks: xbuild itself failed.
    private mutating func stop(because error: EngineError, _ group: inout Completions) {
        fault = fault ?? error
        schedule.stop()
        group.cancelAll()
    }

    /// Weighs the steps by their earlier durations, once, before the first one starts.
    mutating func weigh() {
        guard !isWeighed else { return }
        isWeighed = true
        schedule.weigh(by: engine.records.durations(of: schedule.plan))
    }

    func label(_ id: StepID) -> StepLabel { engine.label(id, schedule.plan[id]) }
}
