public import Actions
public import Basics

/// What the engine says while it runs. Recorders make a live view, a log, a trace or JSON lines of it.
public enum EngineEvent: Hashable, Sendable, Codable {
    /// The first event: how many steps the goals need and how many processes may work at once.
    case runStarted(steps: Int, jobs: Int)
    /// Which steps each step of the plan needs, by their places in it; the second event.
    case planned(needs: [[Int]])
    /// Actions run without a sandbox although this system could have one, said once.
    case sandboxUnavailable(reason: String)
    /// A step began to run. Steps found in the store are never started.
    case stepStarted(StepLabel)
    /// A line that a running step wrote, without its line end. See `Engine.Options.lines` for which are reported.
    case output(step: StepID, line: String)
    /// A built-in step says something that a person should see: a mirror that is dead, for one.
    case noted(StepLabel, line: String)
    /// Another xbuild is running this very action; its result is awaited.
    case waitingForAnother(StepLabel)
    /// Another step of this run, `twin`, has the very same action and runs it; its result is awaited.
    case waitingForTwin(StepLabel, twin: StepLabel)
    /// A step that began, or waited for another, does so no more and has not ended: a worker refused it, an input of it
    /// is made again, or what it waited for did not come. It may begin anew.
    case stepRequeued(StepLabel)
    /// The result of a step is known. `seconds` is what it took to run it and 0 when the store held it; `cpuSeconds` is
    /// nil where the machine does not tell. `worker` names the machine that ran it for this one.
    case stepFinished(
        StepLabel, source: StepState.Source, key: Digest, seconds: Double, cpuSeconds: Double?, worker: String? = nil)
    case stepFailed(StepLabel, StepFailure)
    /// It will not run because a step that it needs failed.
    case stepSkipped(StepLabel)
    /// A blob of its stored result is gone: it runs again.
    case resultLost(StepLabel)
    /// The last event. `cpuSeconds` is the sum over the commands that were run to a good end, as far as known.
    case runFinished(RunCounts, seconds: Double, cpuSeconds: Double)
}

/// What a reader of events without the plan needs to know of a step.
public struct StepLabel: Hashable, Sendable, Codable {
    public var step: StepID
    public var name: TitledStep

    public init(step: StepID, name: TitledStep) {
        self.step = step
        self.name = name
    }

    public var identity: StepIdentity { name.identity }
    public var title: String { name.title }
    /// `ios-arm64: build secp256k1 0.5.0`.
    public var words: String { name.words }
}

extension StepLabel {
    private enum CodingKeys: CodingKey { case step }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(step: try container.decode(StepID.self, forKey: .step), name: try TitledStep(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try name.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(step, forKey: .step)
    }
}

/// How many steps ended in which way.
public struct RunCounts: Hashable, Sendable, Codable {
    public var cached = 0
    public var built = 0
    public var failed = 0
    public var skipped = 0
    public var cancelled = 0

    public init(cached: Int = 0, built: Int = 0, failed: Int = 0, skipped: Int = 0, cancelled: Int = 0) {
        self.cached = cached
        self.built = built
        self.failed = failed
        self.skipped = skipped
        self.cancelled = cancelled
    }
}
