public import Actions
public import Basics

/// The events of a run, from which recorders make a live view, a log, a trace or JSON lines.
public enum EngineEvent: Hashable, Sendable, Codable {
    /// The first event: the number of steps that the goals need, and of concurrent processes.
    case runStarted(steps: Int, jobs: Int)
    /// The input steps of each step, by their indices in the plan; the second event.
    case planned(needs: [[Int]])
    /// Actions run without a sandbox although this system could have one; reported once.
    case sandboxUnavailable(reason: String)
    /// Actions run in a sandbox in which they can get capabilities; reported once.
    case sandboxWeak(reason: String)
    /// A step started. Steps whose results are stored do not start.
    case stepStarted(StepLabel)
    /// A line of a running step, without its line end. `Engine.Options.lines` selects the reported lines.
    case output(step: StepID, line: String)
    /// A message of a built-in step for the user, for example that a mirror is unreachable.
    case noted(StepLabel, line: String)
    /// Another xbuild runs the same action; the step waits for its result.
    case waitingForAnother(StepLabel)
    /// Another step of this run, `duplicate`, runs the same action; the step waits for its result.
    case waitingForDuplicate(StepLabel, duplicate: StepLabel)
    /// A step stopped, or stopped waiting, without a result: a worker refused the step, one of its inputs is rebuilt,
    /// or the result for which it waited was not stored. The step may start again.
    case stepRequeued(StepLabel)
    /// The result of a step is known. `seconds` is the duration of its execution, 0 for a stored result. `cpuSeconds`
    /// is nil if the machine does not measure it. `worker` is the name of the remote worker that ran the step.
    case stepFinished(
        StepLabel, source: StepState.Source, key: Digest, seconds: Double, cpuSeconds: Double?, worker: String? = nil)
    case stepFailed(StepLabel, StepFailure)
    /// The step will not run because a step that it needs failed.
    case stepSkipped(StepLabel)
    /// The store lost a blob of the step's result: the step runs again.
    case resultLost(StepLabel)
    /// The last event. `cpuSeconds` is the sum over the commands that succeeded, as far as it was measured.
    case runFinished(RunCounts, seconds: Double, cpuSeconds: Double)
}

/// A step in an event, for readers without the plan.
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

/// The numbers of steps by their results.
public struct RunCounts: Hashable, Sendable, Codable {
    public var cached = 0
    public var built = 0
    public var failed = 0
    public var skipped = 0
    public var cancelled = 0
}
