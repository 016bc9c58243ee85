// One run of a plan: a loop in one task that owns the schedule, looks up results, starts the steps without a stored
// result in child tasks, and receives their completions. A step whose result is stored needs a look-up but no task.

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
    /// The steps that workers refused: this machine runs them.
    var refused: Set<StepID> = []
    /// Made when the first step has to run on this machine.
    var site: RunSite?
    private(set) var fault: EngineError?
    /// The time of the start by the engine's clock.
    private let started: Double
    private var isWeighed = false

    typealias Completions = TaskGroup<Completion>

    /// The result of a child task of the loop.
    enum Completion: Sendable {
        /// A token for a step; false when the run was cancelled first.
        case token(Bool)
        /// The lock for which a step waited; nil when the run was cancelled first.
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
        if site == nil, options.sandbox == .auto, hasCommandsHere { await engine.reportSandbox(report) }
        report(.runFinished(outcome.counts, seconds: outcome.seconds, cpuSeconds: outcome.cpuSeconds))
        return outcome
    }

    /// Whether the goals need a command that would run on this machine if it had no stored result.
    private var hasCommandsHere: Bool {
        engine.workers?.use != .always
            && schedule.plan.ids.contains { id in
                switch schedule.plan[id].work {
                case .command: schedule[id] != .unneeded
                case .builtin: false
                }
            }
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

    /// Delivers the results. Returns whether steps have to run again because the store lost results to deliver.
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

    /// Stops the run and its tasks, because xbuild itself failed.
    private mutating func stop(because error: EngineError, _ group: inout Completions) {
        fault = fault ?? error
        schedule.stop()
        group.cancelAll()
    }

    /// Weighs the steps by their earlier durations, once, before the first step starts.
    mutating func weigh() {
        guard !isWeighed else { return }
        isWeighed = true
        schedule.weigh(by: engine.records.durations(of: schedule.plan))
    }

    func label(_ id: StepID) -> StepLabel { engine.label(id, schedule.plan[id]) }
}
