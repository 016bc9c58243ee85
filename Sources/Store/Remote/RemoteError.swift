/// Why a server did not do what a store asked of it; the strings are words for people.
public enum RemoteError: Error, Hashable, Sendable {
    /// It cannot be reached, does not answer in time or denies access.
    case unavailable(String)
    /// It answered that it cannot.
    case refused(String)
    /// It lacks a blob that it said to hold, or its answer is wrong.
    case rejected(String)
    /// The store of this machine could not take or give a blob.
    case store(StoreError)
    case cancelled
}

extension RemoteError {
    /// Whether it is of one blob, which the cache does not hold as it should. Else the blob may be had a moment later.
    var isOfTheBlob: Bool {
        switch self {
        case .refused, .rejected: true
        case .unavailable, .store, .cancelled: false
        }
    }
}

extension RemoteError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(let words), .refused(let words), .rejected(let words): words
        case .store(let error): "\(error)"
        case .cancelled: "cancelled"
        }
    }
}
