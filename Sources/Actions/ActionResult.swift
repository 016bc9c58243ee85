public import Basics

/// The outputs of an action: the Remote Execution API's `ActionResult`.
public struct ActionResult: Hashable, Sendable {
    /// The outputs that exist, by path.
    public var outputs: [RelativePath: Output]
    /// 0 for success. Failed results are never stored.
    public var exitCode: Int
    /// The log: standard output and error interleaved, in the order of writing.
    public var log: Digest?
    public var metadata: Metadata
    public var origin: Origin

    /// Where a result comes from. Only the store of this machine records it: a server cannot claim it.
    public enum Origin: Hashable, Sendable {
        /// This machine ran the action.
        case here
        /// A cache or a worker had the result, with this signature, which may be wrong.
        case elsewhere(ResultSignature?)
    }

    /// A stored output.
    public enum Output: Hashable, Sendable {
        case file(Digest, isExecutable: Bool)
        case symlink(target: String)
        /// `tree` is the digest of the `Tree` message, which contains all folders, so that one fetch reads them all;
        /// `root` is the digest of the tree's root `Directory`, to which input roots refer.
        case directory(tree: Digest, root: Digest)
    }

    /// The worker and the times of the execution (`ExecutedActionMetadata`).
    public struct Metadata: Hashable, Sendable {
        public var worker: String
        /// The workers on this machine: a sandboxed process, one without a sandbox, and xbuild itself.
        public static let (sandboxed, direct, builtin) = ("local-sandbox", "local-unsandboxed", "local-builtin")
        /// The worker of a process that could make user namespaces in its sandbox.
        public static let weaklySandboxed = "local-weak-sandbox"
        /// Seconds since 1970.
        public var started: Double
        public var finished: Double

        public init(worker: String = "", started: Double = 0, finished: Double = 0) {
            self.worker = worker
            self.started = started
            self.finished = finished
        }

        /// Whether xbuild ran the action on its own machine.
        public var isOurs: Bool { [Self.sandboxed, Self.weaklySandboxed, Self.direct, Self.builtin].contains(worker) }

        /// The name of the remote worker, or `worker` if it has none; nil if xbuild ran the action on its own machine.
        public var remoteWorker: String? { isOurs ? nil : worker.isEmpty ? "worker" : worker }
    }

    public init(
        outputs: [RelativePath: Output], exitCode: Int = 0, log: Digest? = nil, metadata: Metadata = Metadata(),
        origin: Origin = .elsewhere(nil)
    ) {
        self.outputs = outputs
        self.exitCode = exitCode
        self.log = log
        self.metadata = metadata
        self.origin = origin
    }

    /// The signature that the result came with.
    public var signature: ResultSignature? {
        switch origin {
        case .here: nil
        case .elsewhere(let signature): signature
        }
    }
}
