/// How a cache on another machine is used.
public struct RemotePolicy: Hashable, Sendable {
    public var access: Access
    public var download: Download
    var looking = Looking.hereFirst

    /// Where results are looked for.
    enum Looking: Hashable, Sendable {
        case hereFirst
        /// Whatever this machine holds: to see what the cache is worth to others.
        case thereOnly
    }

    public enum Access: String, CaseIterable, Hashable, Sendable {
        case readOnly = "read-only"
        case readWrite = "read-write"
    }

    /// What comes to this machine of a result that is found there.
    public enum Download: String, CaseIterable, Hashable, Sendable {
        /// Everything at once, so that later runs do without the cache.
        case all
        /// What is needed: the inputs of actions that run here, and what is delivered.
        case outputs
        /// The inputs of actions that run here; nothing is delivered.
        case nothing = "none"
    }

    public init(access: Access = .readWrite, download: Download = .outputs) {
        self.access = access
        self.download = download
    }
}

/// What a run had to do with a cache on another machine.
public struct RemoteCounts: Hashable, Sendable, Codable {
    /// Actions that ran there.
    public var executed = 0
    /// Results that were found there and are complete.
    public var hits = 0
    /// Results that it did not have.
    public var misses = 0
    /// Results that were found and rejected: of another action, or with blobs that it does not hold.
    public var rejected = 0
    public var uploadedResults = 0
    public var uploadedBlobs = 0
    public var uploadedBytes = 0
    public var downloadedBlobs = 0
    public var downloadedBytes = 0
    /// Results that are not known to be there, because the uploads were stopped.
    public var leftResults = 0
    /// Requests that failed after all retries.
    public var failures = 0

    public init() {}
}
