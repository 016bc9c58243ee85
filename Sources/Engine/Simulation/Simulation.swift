// Computes how long a plan would take on a number of workers with an empty cache. It is a discrete event simulation and
// runs no step.
//
// The model. A worker runs one step at a time, of any kind: the runnable step with the longest chain of dependent
// steps, as in a real run. Before the step, the worker downloads from the cache, at its own bandwidth, the inputs that
// it neither made nor downloaded before; after the step, it uploads the outputs. The cache serves all workers at once.
// No step fails, and look-ups take no time.

public import Actions
import Basics

/// A plan with the costs of its steps, for simulations with any number of workers.
public struct Simulation: Sendable {
    public let costs: StepCosts
    /// The number of steps that the goals need.
    public let steps: Int
    /// The sum of the seconds of these steps.
    public let work: Double
    /// The seconds of the longest chain of dependent steps: no number of workers can take less.
    public let criticalPath: Double
    /// The seconds of the built-in steps.
    public let builtinWork: Double

    let needed: [Bool]
    let waiters: [[StepID]]
    /// By step: the number of its input steps.
    let open: [Int]
    /// By step: the seconds of the longest chain that begins with it.
    let urgency: [Double]
    let blobs: TransferredBlobs

    /// The result of a simulation with a number of workers.
    public struct Outcome: Hashable, Sendable, Codable {
        public var workers: Int
        /// The seconds from the start to the end of the last step.
        public var seconds: Double
        /// A lower bound, in seconds, for every schedule: the work divided by the number of workers, or the critical
        /// path if that is longer.
        public var bound: Double
        /// The bytes that workers downloaded and uploaded.
        public var bytesFetched: Int
        public var bytesStored: Int

        /// The ratio of the bound to the time: 1 means that no schedule is faster.
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
        blobs = TransferredBlobs(plan, costs)
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
    /// Returns a simulation of building a plan with an empty cache, based on the recorded costs of its steps.
    public func simulation(of plan: Plan, goals: Set<StepID>? = nil) throws(EngineError) -> Simulation {
        try Simulation(plan, goals: goals, StepCosts.Known(records.all()))
    }
}
