// One run of a plan: a loop in one task that owns the schedule, looks for results, starts what must run, and takes in
// what became of it. Steps found in the store cost a look-up each and no task.

import Actions
import Basics
import Store

struct Run {
    let engine: Engine
    let options: Engine.Options
    let report: @Sendable (EngineEvent) -> Void
    var schedule: Schedule
    var results: [StepID: StepResult] = [:]
    /// The actions of steps that are queued or running.
    var tasks: [StepID: StepTask] = [:]
    /// Keys that are held for queued steps, after waiting for whoever had them.
    var held: [StepID: KeyLock] = [:]
    /// Steps that wait for whoever runs their actions.
    private var waits: [StepID: Task<Happening, Never>] = [:]
    /// Started steps whose keys this run holds.
    var executing: Set<StepID> = []
    var repair: Repair
    /// Blobs that were known to be corrupt, and gone, before this run.
    let corruptBefore: Set<Digest>
    /// Made when the first step has to run here.
    private var site: RunSite?
    /// How many steps are started. Each took a token; some may have lent it out.
    private var working = 0
    private var wantsToken = false
    /// A token was asked for and there was none.
    private var awaitsToken = false
    /// Steps that run elsewhere, or do not.
    var far = RemoteSteps()
    private(set) var fault: EngineError?
    /// By the engine's clock.
    private let started: Double
    private var isWeighed = false

    typealias Happenings = TaskGroup<Happening>

    /// What the loop's tasks tell it.
    enum Happening: Sendable {
        /// A step may start; false when the run was cancelled first.
        case token(Bool)
        /// Whoever ran the step's action is done with it; nil when the run was cancelled first.
        case locked(StepID, KeyLock?)
        case ended(StepID, KeyLock, StepExecution)
        case endedRemotely(StepID, KeyLock, RemoteEnd)
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
        repair = Repair(store: engine.store)
        corruptBefore = engine.shared.corruptBlobs
    }

    mutating func run(_ deliver: Engine.Delivery) async throws(EngineError) -> RunOutcome {
        report(.runStarted(steps: schedule.neededCount, jobs: options.jobs))
        report(.planned(needs: schedule.inputSteps.map { $0.map(\.index) }))
        var outcome: RunOutcome
        repeat {
            await runSteps()
            outcome = self.outcome(seconds: engine.clock.now() - started)
        } while await mustRebuild(afterDelivering: outcome, deliver)
        for lock in held.values { lock.release() }
        site?.close()
        if let fault { throw fault }
        report(
            .runFinished(
                outcome.counts, seconds: outcome.seconds,
                cpuSeconds: outcome.cpuSeconds))
        return outcome
    }

    /// Runs what can run, until nothing does.
    private mutating func runSteps() async {
        await withTaskGroup(of: Happening.self) { group in
            await advance(&group)
            while let happening = await group.next() {
                await take(happening, &group)
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
        guard let first = lost.first(where: { results[$0]?.action != nil }), !Task.isCancelled else { return false }
        do throws(EngineError) {
            try await rebuildLost(resultOf: first)
            return true
        } catch {
            fault = error
            return false
        }
    }

    // MARK: Going on

    private mutating func advance(_ group: inout Happenings) async {
        do throws(EngineError) {
            if Task.isCancelled || fault != nil { schedule.stop() }
            if let limit = options.startWithin, engine.clock.now() - started >= limit { schedule.stop() }
            try await startHere(&group)
            while try await startRemote(&group) { try await startHere(&group) }
            site?.barrier.set(open: !mayBeginHere)
        } catch {
            stop(because: error, &group)
        }
        releaseKeys()
    }

    /// What no longer waits to run holds no key: another step with the same action may be waiting for it. And nobody
    /// waits for a key any more when nothing new starts.
    private mutating func releaseKeys() {
        for (id, lock) in held where schedule[id] != .queued {
            lock.release()
            held[id] = nil
        }
        if schedule.isStopped { waits.values.forEach { $0.cancel() } }
    }

    private mutating func startHere(_ group: inout Happenings) async throws(EngineError) {
        while let ids = schedule.allReady() { try await lookUp(ids) }
        if mayBeginHere, !wantsToken { try await askForToken(&group) }
    }

    private var nextHere: StepID? { schedule.mostUrgent(mayRunHere) }

    private var mayBeginHere: Bool { nextHere != nil && working < mostAtOnce }

    /// This machine has as much to do as it can.
    var isBusyHere: Bool { awaitsToken || working >= mostAtOnce }

    /// Ends everything: xbuild itself cannot go on.
    private mutating func stop(because error: EngineError, _ group: inout Happenings) {
        fault = fault ?? error
        schedule.stop()
        group.cancelAll()
    }

    private mutating func askForToken(_ group: inout Happenings) async throws(EngineError) {
        let site = try await openSite()
        wantsToken = true
        if site.jobserver.tryTake() { return group.addTask { .token(true) } }
        awaitsToken = true
        group.addTask { .token(await site.jobserver.take()) }
    }

    private mutating func openSite() async throws(EngineError) -> RunSite {
        if let site { return site }
        let site = try await RunSite(engine, options, report)
        self.site = site
        weigh()
        return site
    }

    /// Looks once how long steps took before: when the first one is to run.
    mutating func weigh() {
        guard !isWeighed else { return }
        isWeighed = true
        schedule.weigh(by: engine.records.durations(of: schedule.plan))
    }

    /// Steps that lend their token out, see `ConfigureBarrier`, are begun and have none: so more are begun than there are tokens,
    /// but not many, as each has a build folder on the disk.
    /// Where others help, what is left over is for them.
    private var mostAtOnce: Int { engine.workers == nil ? 3 * options.jobs : options.jobs }

    // MARK: What happens

    private mutating func take(_ happening: Happening, _ group: inout Happenings) async {
        do throws(EngineError) {
            switch happening {
            case .token(let isThere): try await acquiredToken(isThere, &group)
            case .locked(let id, let lock):
                waits[id] = nil
                try await locked(id, lock)
            case .ended(let id, let lock, let execution):
                // The loop stores the result before the key is free: whoever waits for it then finds it.
                defer { lock.release() }
                executing.remove(id)
                giveBackToken()
                try await ended(id, execution)
            case .endedRemotely(let id, let lock, let end):
                defer { lock.release() }
                executing.remove(id)
                if let execution = far.ended(id, end) {
                    try await ended(id, execution)
                } else {
                    requeue(id, .queued)
                }
            case .fault(let error): throw error
            }
        } catch {
            stop(because: error, &group)
        }
    }

    private mutating func acquiredToken(_ isThere: Bool, _ group: inout Happenings) async throws(EngineError) {
        (wantsToken, awaitsToken) = (false, false)
        guard isThere, let site else { return }
        working += 1
        guard let id = nextHere, fault == nil, let (task, lock) = try await begin(id, &group) else {
            return giveBackToken()
        }
        group.addTask { await Self.execute(task, lock, at: site) }
    }

    /// Takes a queued step up, wherever it is to run; nil when somebody else runs its action, or did meanwhile.
    mutating func begin(
        _ id: StepID, _ group: inout Happenings
    ) async throws(EngineError) -> (StepTask, KeyLock)? {
        guard let task = tasks[id] else { return nil }
        schedule.set(id, .running)
        guard let lock = try lock(task) else {
            report(waiting(task))
            wait(task, &group)
            return nil
        }
        if let result = try await trustedResult(of: task) {
            lock.release()
            finish(id, StepSuccess(source: .cached, result: result, key: task.key))
            return nil
        }
        report(.stepStarted(label(id)))
        executing.insert(id)
        return (task, lock)
    }

    func label(_ id: StepID) -> StepLabel { engine.label(id, schedule.plan[id]) }

    /// Who runs the action that a step waits for: a step of this run with the same action, or another xbuild.
    private func waiting(_ task: StepTask) -> EngineEvent {
        let twin = executing.union(held.keys).first { tasks[$0]?.key == task.key }
        return twin.map { .waitingForTwin(label(task.id), twin: label($0)) } ?? .waitingForAnother(label(task.id))
    }

    /// The key of a step that is to run; nil when another step or another xbuild holds it.
    private mutating func lock(_ task: StepTask) throws(EngineError) -> KeyLock? {
        if let lock = held.removeValue(forKey: task.id) { return lock }
        return try engine.locks.tryLock(task.key)
    }

    private mutating func wait(_ task: StepTask, _ group: inout Happenings) {
        let locks = engine.locks
        let wait = Task { await Self.waitForAnother(task.id, task.key, locks) }
        waits[task.id] = wait
        group.addTask {
            await withTaskCancellationHandler {
                await wait.value
            } onCancel: {
                wait.cancel()
            }
        }
    }

    private static func waitForAnother(_ id: StepID, _ key: Digest, _ locks: KeyLocks) async -> Happening {
        do throws(EngineError) { return .locked(id, try await locks.lock(key)) } catch { return .fault(error) }
    }

    private static func execute(_ task: StepTask, _ lock: KeyLock, at site: RunSite) async -> Happening {
        do throws(EngineError) {
            return .ended(task.id, lock, try await site.run(task))
        } catch {
            lock.release()
            return .fault(error)
        }
    }

    /// Called when a step does not, or no longer, work: tokens that killed makes kept come back when none does.
    private mutating func giveBackToken() {
        working -= 1
        site?.jobserver.giveBack()
        if working == 0 { site?.jobserver.recount() }
    }

    private mutating func locked(_ id: StepID, _ lock: KeyLock?) async throws(EngineError) {
        guard let lock, let task = tasks[id] else { return requeue(id, .cancelled) }
        if let result = try await trustedResult(of: task) {
            lock.release()
            finish(id, StepSuccess(source: .cached, result: result, key: task.key))
        } else {
            held[id] = lock
            requeue(id, .queued)
        }
    }
}
