public import Actions
public import Basics

/// How a run ended: what became of every step that the goals need.
public struct RunOutcome: Sendable {
    public var results: [StepID: StepResult]
    /// Seconds of wall clock time.
    public var seconds: Double
    /// The task was cancelled (Ctrl-C): what ran was ended.
    public var wasCancelled: Bool
    /// What the store had lost of results that the run found; nil when nothing was noticed.
    public var damage: StoreDamage?

    public init(
        results: [StepID: StepResult], seconds: Double, wasCancelled: Bool = false, damage: StoreDamage? = nil
    ) {
        self.results = results
        self.seconds = seconds
        self.wasCancelled = wasCancelled
        self.damage = damage
    }

    /// How many of the steps ended how.
    public var counts: RunCounts {
        results.values.reduce(into: RunCounts()) { $0.count($1) }
    }

    /// The actions whose results were found, and that did not run.
    public var cachedActions: [Digest] {
        results.values.compactMap { result in
            if case .done(let success) = result, success.source == .cached { success.key } else { nil }
        }.uniqued()
    }

    /// Seconds of CPU of the commands that were run to a good end, as far as known. The system's own count of this
    /// process's children knows nothing of those in a sandbox.
    public var cpuSeconds: Double {
        results.values.reduce(0) { sum, result in
            if case .done(let success) = result { sum + (success.cpuSeconds ?? 0) } else { sum }
        }
    }

    /// Every step has a result.
    public var succeeded: Bool { results.values.allSatisfy { $0.action != nil } }
}

/// Blobs that a run found lost or damaged, and the steps that ran again for them.
public struct StoreDamage: Hashable, Sendable {
    public var blobs: Int
    public var steps: Int

    public init(blobs: Int, steps: Int) {
        self.blobs = blobs
        self.steps = steps
    }
}

extension RunCounts {
    fileprivate mutating func count(_ result: StepResult) {
        switch result {
        case .done(let success):
            switch success.source {
            case .cached: cached += 1
            case .built: built += 1
            }
        case .failed: failed += 1
        case .skipped: skipped += 1
        case .cancelled: cancelled += 1
        }
    }
}

/// What became of a step.
public enum StepResult: Hashable, Sendable {
    case done(StepSuccess)
    case failed(StepFailure)
    /// A step that it needs failed.
    case skipped
    /// The run stopped before it could run or end.
    case cancelled

    /// The result; nil when it has none.
    public var action: ActionResult? {
        switch self {
        case .done(let success): success.result
        case .failed, .skipped, .cancelled: nil
        }
    }
}

/// A step's known result.
public struct StepSuccess: Hashable, Sendable {
    public var source: StepState.Source
    public var result: ActionResult
    /// The digest of the action.
    public var key: Digest
    /// Seconds that running it took; 0 when the store held it.
    public var seconds: Double
    /// Seconds of CPU of its processes; nil where the machine does not tell.
    public var cpuSeconds: Double?

    public init(
        source: StepState.Source, result: ActionResult, key: Digest, seconds: Double = 0, cpuSeconds: Double? = nil
    ) {
        self.source = source
        self.result = result
        self.key = key
        self.seconds = seconds
        self.cpuSeconds = cpuSeconds
    }
}

/// How a step failed.
public struct StepFailure: Hashable, Sendable, Codable {
    /// Which exit status xbuild gives for it.
    public var kind: BuiltinOutcome.Failure
    public var reason: Reason
    /// What it wrote, in the store.
    public var log: Digest?
    /// The log as a file, for a command: it lies in the kept work folder.
    public var logPath: String?
    /// The folder in which it ran, kept as it was; nil for a builtin.
    public var workFolder: String?
    public var seconds: Double

    public enum Reason: Hashable, Sendable, Codable {
        /// The program ended with this status, which is not 0.
        case exited(Int)
        /// A signal ended it.
        case signalled(Int)
        /// It took longer than its limit, in seconds.
        case timedOut(Int)
        /// It ended well but did not leave these outputs.
        case missingOutputs([RelativePath])
        /// It needs what stands at this path of an earlier step's output, and that step left nothing there.
        case missingInput(RelativePath, step: StepIdentity)
        /// It has two inputs at this path, or a file stands above it: what earlier steps left does not fit together.
        case inputsClash(RelativePath)
        /// Its inputs, or the folders of its outputs, cannot be laid out, as the text says: a file stands where a
        /// folder belongs, a path is too long.
        case noRoom(String)
        /// An output holds what cannot be kept, as the text says: a socket, a name that is no text.
        case unkeepableOutput(String)
        /// A builtin said so; its log tells why.
        case reported
    }

    public init(
        kind: BuiltinOutcome.Failure, reason: Reason, log: Digest? = nil, logPath: String? = nil,
        workFolder: String? = nil, seconds: Double = 0
    ) {
        self.kind = kind
        self.reason = reason
        self.log = log
        self.logPath = logPath
        self.workFolder = workFolder
        self.seconds = seconds
    }
}

extension StepFailure.Reason: CustomStringConvertible {
    /// A few words, to stand after a step's title.
    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        case .timedOut(let seconds): "was ended after \(Self.duration(seconds)), which is all the time it had"
        case .missingOutputs(let paths): "did not leave " + paths.map { "`\($0)`" }.joined(separator: ", ")
        case .missingInput(let path, let step):
            "needs `\(path)`, which step `\(StepWording.plain.title(step))` did not leave"
        case .inputsClash(let path): "has two inputs at `\(path)`"
        case .noRoom(let why): "cannot be laid out: \(why)"
        case .unkeepableOutput(let why): "left what cannot be kept: \(why)"
        case .reported: "failed"
        }
    }

    /// In the largest unit that divides it: `2 h`, `90 min`, `5 s`.
    private static func duration(_ seconds: Int) -> String {
        let units = [(3600, "h"), (60, "min")]
        guard let (size, name) = units.first(where: { seconds > 0 && seconds.isMultiple(of: $0.0) }) else {
            return "\(seconds) s"
        }
        return "\(seconds / size) \(name)"
    }
}
