public import Actions
public import Store
public import SystemPackage

/// Runs plans: what the store does not hold is run, everything else is known already. It prints nothing.
public struct Engine: Sendable {
    let store: any FileStore
    /// The folder that all processes share which use the store.
    let shared: DiskStore
    /// Functions that run as steps, by name.
    let builtins: [String: Builtin]
    /// Where actions get their work folders.
    let workRoot: FilePath
    let records: StepRecords
    let locks: KeyLocks
    let trees: TreeTransfer
    let load: FolderLoader
    /// Machines that run commands beside this one, or in its place; nil for none.
    public var workers: Workers?
    var processes = ProcessRunner.live
    var sandboxProbe = SandboxProbe.live
    var clock = Clock.live
    /// How events call steps.
    public var wording = StepWording.plain

    /// An engine over a store. `shared` is the folder that all processes share which use that store: there they hold
    /// the locks of actions that run, and remember what steps were like. It is the store itself where that is on disk.
    public init(store: any FileStore, shared: DiskStore, workRoot: FilePath, builtins: [String: Builtin]) {
        self.store = store
        self.shared = shared
        self.workRoot = workRoot
        self.builtins = builtins
        records = StepRecords(folder: shared.path.appending("last"))
        locks = .of(shared)
        trees = .of(store)
        load = { (digest) async throws(StoreError) in try await Directory.read(digest, from: store) }
    }

    /// An engine over a store in a folder.
    public init(store: DiskStore, workRoot: FilePath, builtins: [String: Builtin]) {
        self.init(store: store, shared: store, workRoot: workRoot, builtins: builtins)
    }

    /// What a run is to do beside the plan.
    public struct Options: Hashable, Sendable {
        /// How many processes may work at once, makes' own included: at least 1, at most 4096, whatever is asked for.
        public var jobs: Int { didSet { jobs = Self.bounded(jobs) } }
        /// Go on with what does not need a failed step.
        public var keepGoing: Bool
        public var sandbox: SandboxMode
        /// Folders and files that actions may read although they are no inputs: the toolchain. Absolute paths.
        public var readOnly: [FilePath]
        /// Seconds after which a command is ended; nil for no limit. Not part of any key.
        public var timeout: Int?
        public var lines: Lines
        /// Seconds from the run's beginning after which no step starts any more; what runs goes on.
        public var startWithin: Double?

        /// Which lines of running steps are reported as events.
        public enum Lines: Hashable, Sendable {
            /// The last one of each tenth of a second, for a view that shows one.
            case latest
            /// All, for a log.
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

    /// Runs what the goals need and the store does not hold; without goals, everything.
    ///
    /// Cancelling the task ends all processes; the outcome then says so. Throws only when xbuild could not do its job.
    ///
    /// - Parameter deliver: uses the results when all steps have ended. The results that it could not use because the
    ///   store had lost some of their blobs are made again, and it is called once more.
    public func run(
        _ plan: Plan, goals: Set<StepID>? = nil, options: Options,
        report: @escaping @Sendable (EngineEvent) -> Void = { _ in },
        deliver: Delivery = { _ in [] }
    ) async throws(EngineError) -> RunOutcome {
        let schedule = try Schedule(plan, goals: goals, keepGoing: options.keepGoing)
        var run = Run(engine: self, schedule: schedule, options: options, report: report)
        return try await run.run(deliver)
    }

    /// Uses the results of a run, and returns the steps whose results the store could not give out.
    public typealias Delivery = (RunOutcome) async -> [StepID]
}
