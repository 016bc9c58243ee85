import Actions
import Basics
import Engine

/// A run as its events tell it: what a page or a trace is drawn from.
struct RunReport: Encodable {
    struct Step: Encodable {
        var title: String
        var target: String?
        var package: String?
        var state = State.left
        /// Seconds since the run began.
        var start: Double?
        var end: Double?
        /// Which of the lanes it took, from 0.
        var lane: Int?
        /// The machine that ran it for this one.
        var worker: String?
        var key: String?
        var cpuSeconds: Double?
        /// It lies on the longest chain of steps that waited for one another.
        var isCritical = false

        enum State: String, Encodable {
            case built, cached, failed, skipped, left
        }
    }

    struct Failure: Encodable {
        var title: String
        var words: String
        var log: String
        /// Where the log is, in the store.
        var digest: Digest?

        enum CodingKeys: CodingKey { case title, words, log }
    }

    struct Slice: Encodable {
        var package: String
        var target: String
        var bytes: Int
        var files: Int
    }

    var jobs = 0
    var seconds = 0.0
    var cpuSeconds = 0.0
    /// By their places in the plan; those that no goal needs are not among them.
    var steps: [Int: Step] = [:]
    var failures: [Failure] = []
    var slices: [Slice] = []
    private var needs: [[Int]] = []
    /// What ran one step after another, by name: this machine's jobs, then other machines'.
    var lanes: [String] = []

    enum CodingKeys: CodingKey { case jobs, seconds, cpuSeconds, steps, failures, slices, lanes }

    /// Takes in what happened, in its order.
    mutating func add(_ event: EngineEvent, at time: Double) {
        seconds = max(seconds, time)
        switch event {
        case .runStarted(_, let jobs): self.jobs = jobs
        case .planned(let needs): self.needs = needs
        case .stepStarted(let label): begin(label, at: time)
        case .stepFinished(let label, let source, let key, _, let cpuSeconds, let worker):
            end(label, source == .built ? .built : .cached, at: time)
            steps[label.step.index]?.worker = worker
            steps[label.step.index]?.key = "\(key)"
            steps[label.step.index]?.cpuSeconds = cpuSeconds
        case .stepFailed(let label, let failure):
            end(label, .failed, at: time)
            failures.append(
                Failure(title: label.words, words: "\(failure.reason)", log: "", digest: failure.log))
        case .stepSkipped(let label): end(label, .skipped, at: time)
        case .runFinished(_, _, let cpuSeconds): self.cpuSeconds += cpuSeconds
        case .sandboxUnavailable, .output, .noted, .waitingForAnother, .waitingForTwin, .resultLost: break
        }
    }

    private mutating func begin(_ label: StepLabel, at time: Double) {
        var step = Step(title: label.title, target: label.target, package: label.package)
        step.start = time
        steps[label.step.index] = step
    }

    private mutating func end(_ label: StepLabel, _ state: Step.State, at time: Double) {
        var step =
            steps[label.step.index] ?? Step(title: label.title, target: label.target, package: label.package)
        step.state = state
        step.end = time
        steps[label.step.index] = step
    }

    /// Finds out what only the whole tells, once all events are there.
    mutating func conclude() {
        findLanes()
        findCriticalPath()
    }

    /// Gives each step that ran a lane of the machine that ran it.
    private mutating func findLanes() {
        let ran = steps.filter { $0.value.start != nil }.sorted {
            ($0.value.start ?? 0, $0.key) < ($1.value.start ?? 0, $1.key)
        }
        let machines = Dictionary(grouping: ran) { $0.value.worker ?? "" }
        lanes = []
        for (machine, ran) in machines.sorted(by: { $0.key < $1.key }) {
            // When each of its lanes is free again.
            var free: [Double] = []
            for (index, step) in ran {
                let lane = free.firstIndex { $0 <= step.start ?? 0 } ?? free.count
                if lane == free.count { free.append(0) }
                free[lane] = step.end ?? .infinity
                steps[index]?.lane = lanes.count + lane
            }
            lanes += free.indices.map { "\(machine.isEmpty ? "job" : machine) \($0 + 1)" }
        }
    }

    /// Marks the chain of steps that took longest: the last one that ended, then the last to end of those that it
    /// needed, and so on.
    private mutating func findCriticalPath() {
        var next = steps.filter { $0.value.start != nil }.max { ($0.value.end ?? 0) < ($1.value.end ?? 0) }?.key
        while let index = next {
            steps[index]?.isCritical = true
            let inputs = needs.indices.contains(index) ? needs[index] : []
            next = inputs.filter { steps[$0]?.start != nil && steps[$0]?.isCritical != true }
                .max { (steps[$0]?.end ?? 0) < (steps[$1]?.end ?? 0) }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(jobs, forKey: .jobs)
        try container.encode(seconds, forKey: .seconds)
        try container.encode(cpuSeconds, forKey: .cpuSeconds)
        try container.encode(steps.sorted { $0.key < $1.key }.map(\.value), forKey: .steps)
        try container.encode(failures, forKey: .failures)
        try container.encode(slices, forKey: .slices)
        try container.encode(lanes, forKey: .lanes)
    }
}
