// Decides which steps may run, and in which order. The type is a value without async functions or side effects; it uses
// no keys, stores or processes. `set` is the only function that changes the state of a step.

import Actions

/// The states of a plan's steps, and the order in which they start.
struct Schedule: Sendable {
    let plan: Plan
    /// Whether steps that do not need a failed step still start; otherwise no step starts after the first failure.
    let keepGoing: Bool
    /// By step: its input steps.
    let inputSteps: [[StepID]]
    /// By step: the needed steps that use its outputs.
    let waiters: [[StepID]]

    private(set) var states: [StepState]
    /// By step: the number of its input steps that are not `done`.
    private var open: [Int]
    /// By step: estimated seconds of the longest chain of work that begins with it.
    private var urgency: [Double]
    private var ready: [StepID] = []
    private var queued: Set<StepID> = []
    /// The steps that run, and where.
    private(set) var running: [StepID: StepState.Executor] = [:]
    /// Whether no further step starts: idle steps, and steps that become idle, are cancelled.
    private(set) var isStopped = false

    /// Makes a schedule in which only the goals and the steps that they need run; without goals, all steps run.
    init(_ plan: Plan, goals: Set<StepID>? = nil, keepGoing: Bool = false) throws(EngineError) {
        let inputSteps = try Self.inputSteps(of: plan)
        let needed = Self.closure(of: goals.map(Array.init) ?? plan.ids, inputSteps)
        self.plan = plan
        self.keepGoing = keepGoing
        self.inputSteps = inputSteps
        waiters = Self.waiters(inputSteps, among: needed)
        states = needed.map { $0 ? .waiting : .unneeded }
        open = inputSteps.map(\.count)
        urgency = Array(repeating: 0, count: plan.steps.count)
        weigh(by: [:])
        for id in plan.ids where needed[id.index] && open[id.index] == 0 { set(id, .ready) }
    }

    subscript(id: StepID) -> StepState { states[id.index] }

    /// The number of steps that the goals need.
    var neededCount: Int { states.count { $0 != .unneeded } }

    func runningCount(on executor: StepState.Executor) -> Int { running.values.count { $0 == executor } }

    /// Changes the state of a step, and as a consequence the states of other steps.
    mutating func set(_ id: StepID, _ new: StepState) {
        let old = states[id.index]
        precondition(old.mayBecome(new), "step \(id.index) cannot go from \(old) to \(new)")
        states[id.index] = new
        if old == .queued { queued.remove(id) }
        running[id] = new.executor
        switch new {
        case .unneeded, .lookingUp, .running, .waitingForKey, .cancelled: break
        case .waiting: settleWaiting(id)
        case .ready: ready.append(id)
        case .queued:
            queued.insert(id)
            if old.isDone { reopen(id) }
            // An input of the step is also rebuilt.
            if open[id.index] > 0 { set(id, .waiting) }
        case .done: close(id)
        case .failed:
            skipWaiters(of: id)
            if !keepGoing { stop() }
        case .skipped: skipWaiters(of: id)
        }
        if isStopped, states[id.index].isIdle { set(id, .cancelled) }
    }

    /// Prevents further starts: every idle step is cancelled now, and every other step when it becomes idle.
    mutating func stop() {
        isStopped = true
        for id in plan.ids where states[id.index].isIdle { set(id, .cancelled) }
    }

    /// Returns a step whose result is to be looked up; nil when there is none at the moment.
    mutating func nextReady() -> StepID? {
        while let id = ready.popLast() {
            // The list may contain a step twice, and a step may have moved back to `waiting`.
            if states[id.index] == .ready { return id }
        }
        return nil
    }

    /// Returns all steps whose results are to be looked up; nil when there are none at the moment.
    mutating func allReady() -> [StepID]? {
        var all: [StepID] = []
        // The list may contain a step twice, and the step is still `ready` the second time.
        var seen: Set<StepID> = []
        while let id = nextReady() { if seen.insert(id).inserted { all.append(id) } }
        return all.isEmpty ? nil : all
    }

    /// The queued step that should run first: the one with the longest chain of dependent steps; nil if none is queued.
    var mostUrgent: StepID? { mostUrgent { _ in true } }

    /// Returns, of the queued steps that satisfy `suits`, the one with the longest chain of dependent steps; nil if
    /// there is none.
    func mostUrgent(_ suits: (StepID) -> Bool) -> StepID? {
        queued.filter(suits).max {
            urgency[$0.index] == urgency[$1.index] ? $1 < $0 : urgency[$0.index] < urgency[$1.index]
        }
    }

    /// Recomputes the urgency of each step from earlier durations, in seconds, of the same step for any targets.
    mutating func weigh(by durations: [StepIdentity: Double]) {
        let steps = plan.steps
        urgency = Self.urgency(waiters) { durations[steps[$0].identity.withoutTargets] ?? steps[$0].guessedSeconds }
    }

    // MARK: Consequences

    private mutating func close(_ id: StepID) {
        for waiter in waiters[id.index] {
            open[waiter.index] -= 1
            if open[waiter.index] == 0, states[waiter.index] == .waiting { set(waiter, .ready) }
        }
    }

    private mutating func reopen(_ id: StepID) {
        for waiter in waiters[id.index] {
            open[waiter.index] += 1
            switch states[waiter.index] {
            case .ready, .queued: set(waiter, .waiting)
            case .unneeded, .waiting, .lookingUp, .running, .waitingForKey, .done, .failed, .skipped, .cancelled: break
            }
        }
    }

    private mutating func settleWaiting(_ id: StepID) {
        if inputSteps[id.index].contains(where: { states[$0.index].isLost }) {
            set(id, .skipped)
        } else if open[id.index] == 0 {
            set(id, .ready)
        }
    }

    private mutating func skipWaiters(of id: StepID) {
        for waiter in waiters[id.index] where states[waiter.index] == .waiting { set(waiter, .skipped) }
    }
}
