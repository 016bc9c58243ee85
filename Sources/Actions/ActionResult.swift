public import Basics

/// What an action left: the Remote Execution API's `ActionResult`.
public struct ActionResult: Hashable, Sendable {
    /// The output paths that came to be: a file or link as it is, a folder as `unloaded` or loaded.
    public var outputs: [RelativePath: Output]
    /// 0 when it succeeded. Failed results are never stored.
    public var exitCode: Int
    /// The log: standard output and error together, in the order in which they came.
    public var log: Digest?
    public var metadata: Metadata

    /// A kept output.
    public enum Output: Hashable, Sendable {
        case file(Digest, isExecutable: Bool)
        case symlink(target: String)
        /// `tree` is the digest of the `Tree` message (every directory below, for one fetch), `root` that of its root
        /// `Directory`, which is what an input root embeds.
        case directory(tree: Digest, root: Digest)
    }

    /// Where and when it ran (`ExecutedActionMetadata`).
    public struct Metadata: Hashable, Sendable {
        public var worker: String
        /// The workers of this xbuild: a process that saw only its inputs, one that ran directly, and xbuild itself.
        public static let (sandboxed, direct, builtin) = ("local-sandbox", "local", "local-builtin")
        /// Seconds since 1970.
        public var started: Double
        public var finished: Double

        public init(worker: String = "", started: Double = 0, finished: Double = 0) {
            self.worker = worker
            self.started = started
            self.finished = finished
        }

        /// Whether an xbuild ran it.
        public var isOurs: Bool { [Self.sandboxed, Self.direct, Self.builtin].contains(worker) }

        /// The worker, when it is not one of xbuild's.
        public var stranger: String? { isOurs ? nil : worker.isEmpty ? "worker" : worker }
    }

    public init(
        outputs: [RelativePath: Output], exitCode: Int = 0, log: Digest? = nil, metadata: Metadata = Metadata()
    ) {
        self.outputs = outputs
        self.exitCode = exitCode
        self.log = log
        self.metadata = metadata
    }
}
