public import Actions
public import Basics

/// The outcome of a run: the result of every step that the goals need.
public struct RunOutcome: Sendable {
    public var results: [StepID: StepResult]
    /// Seconds of wall clock time.
    public var seconds: Double
    /// Whether the task was cancelled (Ctrl-C), so that running steps were killed.
    public var wasCancelled = false
    /// The losses of the store that the run found; nil when there were none.
    public var damage: StoreDamage?

    /// The numbers of steps by their results.
    public var counts: RunCounts {
        results.values.reduce(into: RunCounts()) { $0.count($1) }
    }

    /// The keys of the actions that did not run, because their results were stored.
    public var cachedActions: [Digest] {
        results.values.compactMap { result in
            if case .done(let success) = result, success.source == .cached { success.key } else { nil }
        }.uniqued()
    }

    /// The CPU time in seconds of the commands that succeeded, as far as it was measured. (The system's count for the
    /// children of this process does not include processes in a sandbox.)
    public var cpuSeconds: Double {
        results.values.reduce(0) { sum, result in
            if case .done(let success) = result { sum + (success.cpuSeconds ?? 0) } else { sum }
        }
    }

    /// Whether every step succeeded.
    public var succeeded: Bool { results.values.allSatisfy { $0.action != nil } }
}

/// Lost or damaged blobs that a run found, and the steps that ran again for them.
public struct StoreDamage: Hashable, Sendable {
    public var blobs: Int
    public var steps: Int
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

/// The result of a step.
public enum StepResult: Hashable, Sendable {
    case done(StepSuccess)
    case failed(StepFailure)
    /// This step depends on a step that failed.
    case skipped
    /// The run stopped before the step ended.
    case cancelled

    /// The result of the action; nil unless the step succeeded.
    public var action: ActionResult? {
        if case .done(let success) = self { success.result } else { nil }
    }
}

/// The result of a successful step.
public struct StepSuccess: Hashable, Sendable {
    public var source: StepState.Source
    public var result: ActionResult
    /// The digest of the action.
    public var key: Digest
    /// The duration of the execution in seconds; 0 for a stored result.
    public var seconds = 0.0
    /// The CPU time of the step's processes in seconds; nil if the machine does not measure it.
    public var cpuSeconds: Double?
}

/// Why and where a step failed.
public struct StepFailure: Hashable, Sendable, Codable {
    /// Determines xbuild's exit status.
    public var kind: BuiltinOutcome.Failure
    public var reason: Reason
    /// The stored log.
    public var log: Digest?
    /// The log of a command as a file in the kept work folder.
    public var logPath: String?
    /// The work folder, which is kept unchanged; nil for a builtin.
    public var workFolder: String?
    public var seconds = 0.0

    public enum Reason: Error, Hashable, Sendable, Codable {
        /// The program ended with this status, which is not 0.
        case exited(Int)
        /// A signal ended the program.
        case signalled(Int)
        /// The program exceeded this time limit, in seconds.
        case timedOut(Int)
        /// The work ran these programs of the machine, which are no tools of the step.
        case undeclaredTools([String])
        /// The program succeeded without making these outputs.
        case missingOutputs([RelativePath])
        /// The step needs an output of an earlier step at this path, which that step did not make.
        case missingInput(RelativePath, step: StepIdentity)
        /// The step has two inputs at this path, or one of its inputs is a file at a parent of the path: the outputs of
        /// earlier steps do not fit together.
        case inputsClash(RelativePath)
        /// The step's inputs, or the parent folders of its outputs, cannot be written, for the reason in the text: for
        /// example, a file is in the place of a folder, or a path is too long.
        case unwritablePath(String)
        /// An output contains a file that cannot be stored, for the reason in the text: for example, the file is a
        /// socket, or its name is not UTF-8.
        case unstorableOutput(String)
        /// A builtin failed; its log has the reason.
        case reported
    }
}

extension StepFailure.Reason: CustomStringConvertible {
    /// A few words that follow a step's title.
    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let signal): "was killed by signal \(signal)"
        case .timedOut(let seconds): "was killed after its time limit of \(Self.duration(seconds))"
        case .undeclaredTools(let names):
            "ran \(names.map { "`\($0)`" }.joined(separator: ", ")), not a declared tool of this build"
        case .missingOutputs(let paths): "did not make " + paths.map { "`\($0)`" }.joined(separator: ", ")
        case .missingInput(let path, let step):
            "needs `\(path)`, which step `\(StepWording.plain.title(step))` did not make"
        case .inputsClash(let path): "has two inputs at `\(path)`"
        case .unwritablePath(let why): "has paths that cannot be written: \(why)"
        case .unstorableOutput(let why): "made an output that cannot be stored: \(why)"
        case .reported: "failed"
        }
    }

    /// Returns the duration in the largest unit of which it is a multiple: `2 h`, `90 min`, `5 s`.
    private static func duration(_ seconds: Int) -> String {
        let units = [(3600, "h"), (60, "min")]
        guard let (size, name) = units.first(where: { seconds > 0 && seconds.isMultiple(of: $0.0) }) else {
            return "\(seconds) s"
        }
        return "\(seconds / size) \(name)"
    }
}
