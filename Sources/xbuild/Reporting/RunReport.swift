import Actions
import Basics
import Engine

/// A run as its events tell it: what a page or a trace is drawn from.
///
/// One call of xbuild may run several times, one after the other: to repair what the store has lost, or without what
/// could not be built. Each time has steps of its own; what it only finds again is told where it was made.
struct RunReport: Encodable {
    /// Where a step stands.
    struct Place: Hashable, Comparable {
        /// Which run of the file, from 0.
        var run = 0
        /// In that run's plan.
        var index: Int

        static func < (left: Place, right: Place) -> Bool { (left.run, left.index) < (right.run, right.index) }
    }

    struct Step: Encodable {
        var identity: StepIdentity
        var title: String
        var target: String?
        var package: PackageID?
        var state = State.left
        /// Seconds since the first run began.
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

        /// What a page needs of it.
        enum CodingKeys: CodingKey {
            case title, target, package, state, start, end, lane, worker, key, cpuSeconds, isCritical
        }

        init(_ name: TitledStep) {
            (identity, title) = (name.identity, name.title)
            (target, package) = (name.identity.slice, name.identity.package)
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
        var package: PackageID
        var target: String
        var bytes: Int
        var files: Int
    }

    var jobs = 0
    var seconds = 0.0
    var cpuSeconds = 0.0
    /// Those that no goal needs are not among them.
    var steps: [Place: Step] = [:]
    var failures: [Failure] = []
    var slices: [Slice] = []
    /// By run: which steps each step of its plan needs.
    private var needs: [[[Int]]] = []
    /// Where a result was known first, or made last, by its key.
    private var origins: [Digest: Place] = [:]
    /// What ran one step after another, by name: this machine's jobs, then other machines'.
    var lanes: [String] = []

    enum CodingKeys: CodingKey { case jobs, seconds, cpuSeconds, steps, failures, slices, lanes }

    /// Takes in what happened, in its order.
    mutating func add(_ event: EngineEvent, at time: Double) {
        seconds = max(seconds, time)
        switch event {
        case .runStarted(_, let jobs):
            self.jobs = jobs
            needs.append([])
        case .planned(let needs):
            if !self.needs.isEmpty { self.needs[run] = needs }
        case .stepStarted(let label): begin(label, at: time)
        case .stepRequeued(let label): steps[place(label)]?.start = nil
        case .stepFinished(let label, let source, let key, _, let cpuSeconds, let worker):
            guard isNews(key, source, at: place(label)) else { return }
            end(label, source == .built ? .built : .cached, at: time)
            steps[place(label)]?.worker = worker
            steps[place(label)]?.key = "\(key)"
            steps[place(label)]?.cpuSeconds = cpuSeconds
        case .stepFailed(let label, let failure):
            end(label, .failed, at: time)
            failures.append(
                Failure(title: label.words, words: "\(failure.reason)", log: "", digest: failure.log))
        case .stepSkipped(let label): end(label, .skipped, at: time)
        case .runFinished(_, _, let cpuSeconds): self.cpuSeconds += cpuSeconds
        case .sandboxUnavailable, .output, .noted, .waitingForAnother, .waitingForTwin, .resultLost: break
        }
    }

    /// The run that is going on.
    private var run: Int { max(0, needs.count - 1) }

    private func place(_ label: StepLabel) -> Place { Place(run: run, index: label.step.index) }

    /// Whether a result is told here: not when an earlier run had it. What had only been found, and is made again, is
    /// told here instead.
    private mutating func isNews(_ key: Digest, _ source: StepState.Source, at place: Place) -> Bool {
        let earlier = origins[key].flatMap { $0.run < place.run ? $0 : nil }
        switch source {
        case .cached where earlier != nil:
            steps[place] = nil
            return false
        case .cached: break
        case .built:
            if let earlier, steps[earlier]?.state == .cached { steps[earlier] = nil }
        }
        origins[key] = place
        return true
    }

    private mutating func begin(_ label: StepLabel, at time: Double) {
        var step = Step(label.name)
        step.start = time
        steps[place(label)] = step
    }

    private mutating func end(_ label: StepLabel, _ state: Step.State, at time: Double) {
        var step = steps[place(label)] ?? Step(label.name)
        step.state = state
        step.end = time
        steps[place(label)] = step
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
            for (place, step) in ran {
                let lane = free.firstIndex { $0 <= step.start ?? 0 } ?? free.count
                if lane == free.count { free.append(0) }
                free[lane] = step.end ?? .infinity
                steps[place]?.lane = lanes.count + lane
            }
            lanes += free.indices.map { "\(machine.isEmpty ? "job" : machine) \($0 + 1)" }
        }
    }

    /// Marks the chain of steps that took longest: the last one that ended, then the last to end of those that it
    /// needed, and so on. A run begins when the one before it has ended, so that each has its part of the chain.
    private mutating func findCriticalPath() {
        for places in Dictionary(grouping: steps.keys, by: \.run).values {
            var next = last(of: places)
            while let place = next {
                steps[place]?.isCritical = true
                next = last(of: inputs(of: place))
            }
        }
    }

    private func inputs(of place: Place) -> [Place] {
        guard needs.indices.contains(place.run), needs[place.run].indices.contains(place.index) else { return [] }
        return needs[place.run][place.index].map { Place(run: place.run, index: $0) }
    }

    /// The last to end of the steps that ran.
    private func last(of places: [Place]) -> Place? {
        places.filter { steps[$0]?.start != nil && steps[$0]?.isCritical != true }
            .max { (steps[$0]?.end ?? 0) < (steps[$1]?.end ?? 0) }
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
