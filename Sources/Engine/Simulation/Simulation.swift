// How long a plan would take on so many workers, from an empty cache: events in the order of their time,
// nothing is run.
//
// The model. A worker runs one step at a time, whichever: of the steps that may run the one with the longest chain of
// work below it, as in a real run. Before that it fetches from the cache, at its own bandwidth, what the step needs and
// the worker neither made nor fetched before; afterwards it puts there what the step left. The cache serves all at
// once. Nothing fails, and looking up takes no time.

public import Actions
import Basics

/// A plan with what its steps take, ready to be tried with any number of workers.
public struct Simulation: Sendable {
    public let costs: StepCosts
    /// How many steps the goals need.
    public let steps: Int
    /// Seconds that all of them take together.
    public let work: Double
    /// Seconds of the longest chain of steps, each of which needs the one before: no number of workers is faster.
    public let criticalPath: Double
    /// Seconds of those steps which are xbuild's own functions and no commands.
    public let builtinWork: Double

    let needed: [Bool]
    let waiters: [[StepID]]
    /// By step: how many steps it waits for.
    let open: [Int]
    /// By step: seconds of the longest chain that begins with it.
    let urgency: [Double]
    let parcels: TransferredBlobs

    /// How it went with a number of workers.
    public struct Outcome: Hashable, Sendable, Codable {
        public var workers: Int
        /// From the beginning to the end of the last step.
        public var seconds: Double
        /// What no schedule can undercut: the work spread over all workers, or the critical path.
        public var bound: Double
        /// What workers fetched, and what they put into the cache.
        public var bytesFetched: Int
        public var bytesStored: Int

        /// The bound's part of the time: 1 when nothing was waited for.
        public var efficiency: Double { seconds > 0 ? bound / seconds : 1 }
    }

    /// - Throws: `planOutOfOrder`.
    init(_ plan: Plan, goals: Set<StepID>?, _ known: StepCosts.Known) throws(EngineError) {
        let inputSteps = try Schedule.inputSteps(of: plan)
        let needed = Schedule.closure(of: goals.map(Array.init) ?? plan.ids, inputSteps)
        let costs = StepCosts(of: plan, needed: needed, known)
        self.needed = needed
        self.costs = costs
        waiters = Schedule.waiters(inputSteps, among: needed)
        open = inputSteps.map(\.count)
        urgency = Schedule.urgency(waiters) { costs.seconds[$0] }
        parcels = TransferredBlobs(plan, costs)
        steps = needed.count { $0 }
        work = costs.seconds.reduce(0, +)
        criticalPath = urgency.max() ?? 0
        builtinWork = plan.steps.indices.reduce(0) { sum, index in
            switch plan.steps[index].work {
            case .command: sum
            case .builtin: sum + costs.seconds[index]
            }
        }
    }
}

extension Engine {
    /// A plan as it would be built from nothing, with what the store has recorded of its steps.
    public func simulation(of plan: Plan, goals: Set<StepID>? = nil) throws(EngineError) -> Simulation {
        try Simulation(plan, goals: goals, StepCosts.Known(records.all()))
    }
}
