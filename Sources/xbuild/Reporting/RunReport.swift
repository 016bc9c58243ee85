import Actions
import Basics
import Engine

/// The runs of one call of xbuild, collected from their events: the data of the HTML report and of the trace.
///
/// The runs after the first one rebuild results that the store has lost, or leave out
/// targets that could not be built. Each run has its own steps. A result that an earlier run built is reported only
/// there.
struct RunReport: Encodable {
    /// The position of a step.
    struct Place: Hashable, Comparable {
        /// The index of the run in the file of events.
        var run = 0
        /// The step's index in that run's plan.
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
        /// The index of the lane in which the step ran.
        var lane: Int?
        /// The machine that ran the step.
        var worker: String?
        var key: String?
        var cpuSeconds: Double?
        /// Whether the step is on the critical path.
        var isCritical = false

        enum State: String, Encodable {
            case built, cached, failed, skipped, left
        }

        /// The fields that a page needs.
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
        /// The log's digest in the store.
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
    /// The steps of all runs, without steps that no goal needs.
    var steps: [Place: Step] = [:]
    var failures: [Failure] = []
    var slices: [Slice] = []
    /// For each run, the dependencies of each step of its plan.
    private var needs: [[[Int]]] = []
    /// For each key, the step that last built the result; if none built it, the first step that found it.
    private var origins: [Digest: Place] = [:]
    /// The names of the lanes, each of which runs one step after another: this machine's jobs, then the jobs of other
    /// machines.
    var lanes: [String] = []

    enum CodingKeys: CodingKey { case jobs, seconds, cpuSeconds, steps, failures, slices, lanes }

    /// Records an event. The caller passes the events in their order.
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
            guard isReportedHere(key, source, at: place(label)) else { return }
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
        case .sandboxUnavailable, .sandboxWeak, .output, .noted, .waitingForAnother, .waitingForDuplicate,
            .resultLost:
            break
        }
    }

    /// The index of the current run.
    private var run: Int { max(0, needs.count - 1) }

    private func place(_ label: StepLabel) -> Place { Place(run: run, index: label.step.index) }

    /// Returns whether the report shows a result at this step. The report shows each result once: in the run that built
    /// it, else in the first run that found it. If an earlier run found a result that this run built, removes the step
    /// of the earlier run.
    private mutating func isReportedHere(_ key: Digest, _ source: StepState.Source, at place: Place) -> Bool {
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

    /// Computes the lanes and the critical path, which need the complete list of events.
    mutating func conclude() {
        findLanes()
        findCriticalPath()
    }

    /// Assigns a lane of its machine to each step that ran.
    private mutating func findLanes() {
        let ran = steps.filter { $0.value.start != nil }.sorted {
            ($0.value.start ?? 0, $0.key) < ($1.value.start ?? 0, $1.key)
        }
        let machines = Dictionary(grouping: ran) { $0.value.worker ?? "" }
        lanes = []
        for (machine, ran) in machines.sorted(by: { $0.key < $1.key }) {
            // The time at which each lane of the machine is free again.
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

    /// Marks the critical path of each run: the step that ended last, then the one of its dependencies that ended last,
    /// and so on. The runs do not overlap, so the critical path of the call consists of the paths of all runs.
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

    /// Returns the step that ended last, of the steps that ran and are not marked yet.
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
