/// How a remote cache is used.
public struct RemotePolicy: Hashable, Sendable {
    public var access: Access
    public var download: Download
    /// Whether to ignore the results of this machine, to show which results the cache offers to other machines.
    var isRemoteOnly = false

    public enum Access: String, CaseIterable, Hashable, Sendable {
        case readOnly = "read-only"
        case readWrite = "read-write"
    }

    /// Which blobs of a remote result are downloaded.
    public enum Download: String, CaseIterable, Hashable, Sendable {
        /// All blobs at once, so that later runs do not need the cache.
        case all
        /// Only the needed blobs: inputs of actions that run on this machine, and delivered outputs.
        case outputs
        /// Only inputs of actions that run on this machine; no output is delivered.
        case nothing = "none"
    }

    public init(access: Access = .readWrite, download: Download = .outputs) {
        self.access = access
        self.download = download
    }
}

/// A run's use of a remote cache.
public struct RemoteCounts: Hashable, Sendable, Codable {
    /// Actions that ran on remote workers.
    public var executed = 0
    /// Results that the cache had and that are complete.
    public var hits = 0
    /// Results that the cache did not have.
    public var misses = 0
    /// Results that the cache had but that were rejected: they are of another action, or the cache lacks some of their
    /// blobs.
    public var rejected = 0
    /// Results that the cache had but that no trusted key signed; they count as misses, too.
    public var untrusted = 0
    public var uploadedResults = 0
    public var uploadedBlobs = 0
    public var uploadedBytes = 0
    public var downloadedBlobs = 0
    public var downloadedBytes = 0
    /// Results whose upload was cancelled, so that the cache may not have them.
    public var leftResults = 0
    /// Requests that failed after all retries.
    public var failures = 0
}
