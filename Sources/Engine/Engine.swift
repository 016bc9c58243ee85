public import Actions
import Machine
public import Store
public import SystemPackage

/// Runs plans: executes the steps whose results the store does not have. It prints nothing.
public struct Engine: Sendable {
    let store: any FileStore
    /// The folder that all processes with this store share.
    let shared: DiskStore
    /// Functions that run as steps, by name.
    let builtins: [String: Builtin]
    /// The folder of the work folders.
    let workRoot: FilePath
    let records: StepRecords
    let load: FolderLoader
    /// Results that this check finds incomplete count as absent, so that a run leaves a complete store; nil to use all
    /// results.
    public var completeness: CompletenessCheck?
    /// Remote workers that run commands beside this machine, or in its place; nil for none.
    public var workers: Workers?
    /// Remembers between runs whether this machine has a sandbox; nil to find out in each run.
    public var facts: ToolFacts?
    var processes = ProcessRunner.live
    var sandboxProbe = SandboxProbe.live
    var clock = Clock.live
    /// The titles of steps in events.
    public var wording = StepWording.plain

    /// An engine over a store. `shared` is the folder that all processes with this store share: it has the locks of
    /// running actions and the records of steps. If `store` is on disk, `shared` is the same store.
    public init(store: any FileStore, shared: DiskStore, workRoot: FilePath, builtins: [String: Builtin]) {
        self.store = store
        self.shared = shared
        self.workRoot = workRoot
        self.builtins = builtins
        records = StepRecords(in: shared)
        load = FolderMemory(store).folder
    }

    /// The options of a run.
    public struct Options: Hashable, Sendable {
        /// The number of concurrent processes, including those that `make` starts; clamped to 1…4096.
        public var jobs: Int { didSet { jobs = Self.bounded(jobs) } }
        /// Whether a run continues, after a failure, with steps that do not need the failed step.
        public var keepGoing: Bool
        public var sandbox: SandboxMode
        /// Folders and files that actions may read although they are no inputs: the toolchain. Absolute paths.
        public var readOnly: [FilePath]
        /// Seconds after which a command is killed; nil for no limit. Not part of any key.
        public var timeout: Int?
        public var lines: Lines
        /// Seconds from the run's start after which no further step starts; running steps continue. Nil for no limit.
        public var startWithin: Double?

        /// The lines of running steps that are reported as events.
        public enum Lines: Hashable, Sendable {
            /// The last line of each tenth of a second, for a live view.
            case latest
            /// All lines, for a log.
            case all
        }

        public init(
            jobs: Int, keepGoing: Bool = false, sandbox: SandboxMode = .auto, readOnly: [FilePath] = [],
            timeout: Int? = nil, lines: Lines = .latest, startWithin: Double? = nil
        ) {
            self.jobs = Self.bounded(jobs)
            self.keepGoing = keepGoing
            self.sandbox = sandbox
            self.readOnly = readOnly
            self.timeout = timeout
            self.lines = lines
            self.startWithin = startWithin
        }

        private static func bounded(_ jobs: Int) -> Int { min(max(1, jobs), Jobserver.maximumJobs) }
    }

    /// Runs the steps that the goals need and whose results the store does not have; without goals, all steps.
    ///
    /// Cancelling the task kills all processes; the outcome records the cancellation. Throws only when xbuild itself
    /// fails.
    ///
    /// - Parameter deliver: uses the results when all steps have ended. Results that it could not use because the store
    /// lost some of their blobs are rebuilt, and `deliver` is called once more.
    public func run(
        _ plan: Plan, goals: Set<StepID>? = nil, options: Options,
        report: @escaping @Sendable (EngineEvent) -> Void = { _ in },
        deliver: Delivery = { _ in [] }
    ) async throws(EngineError) -> RunOutcome {
        let schedule = try Schedule(plan, goals: goals, keepGoing: options.keepGoing)
        var run = Run(engine: self, schedule: schedule, options: options, report: report)
        return try await run.run(deliver)
    }

    /// Uses the results of a run, and returns the steps whose results could not be read from the store.
    public typealias Delivery = (RunOutcome) async -> [StepID]
}
