public import Basics

/// Why a cache on another machine did not do what it was asked.
public enum RemoteError: Error, Hashable, Sendable {
    /// No connection, or one that broke; `reason` is the transport's.
    case unreachable(reason: String)
    /// No answer in time.
    case timedOut
    /// No worker of its began with an action in so many seconds.
    case noWorker(seconds: Int)
    /// It wants other credentials, or none of us: HTTP's 401 and 403, and what stands for them elsewhere.
    case denied
    /// It answered that it cannot; `reason` is its status in words.
    case refused(reason: String)
    /// It was asked for a blob that it had said to hold.
    case gone(Digest)
    /// It sent other bytes than those that were asked for.
    case wrongBytes(Digest)
    /// What it sent makes no sense.
    case malformed(reason: String)
    /// The store of this machine could not take or give a blob.
    case store(StoreError)
    case cancelled
}

extension RemoteError {
    /// The cache does not hold the blob as it should, whatever it said; else it may be had a moment later.
    var isOfTheBlob: Bool {
        switch self {
        case .gone, .wrongBytes, .malformed, .refused: true
        case .unreachable, .timedOut, .noWorker, .denied, .store, .cancelled: false
        }
    }
}

extension RemoteError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let reason): "it cannot be reached: \(reason)"
        case .timedOut: "it does not answer in time"
        case .noWorker(let seconds): "no worker begins within \(seconds) s"
        case .denied: "it denies access"
        case .refused(let reason): "it answers \(reason)"
        case .gone(let digest): "it no longer holds blob `\(digest)`"
        case .wrongBytes(let digest): "it sends wrong bytes for blob `\(digest)`"
        case .malformed(let reason): "its answer makes no sense: \(reason)"
        case .store(let error): "\(error)"
        case .cancelled: "cancelled"
        }
    }
}
