/// Why a request of a store to a server failed; the strings are texts for people.
public enum RemoteError: Error, Hashable, Sendable {
    /// The server is unreachable, does not answer in time, or denies access.
    case unavailable(String)
    /// The server answered with a refusal.
    case refused(String)
    /// The server lacks a blob that it claimed to have, or its answer is wrong.
    case rejected(String)
    /// The store of this machine could not write or read a blob.
    case store(StoreError)
    case cancelled
}

/// Runs operations of the store of this machine, on behalf of a request.
func inStore<Value>(
    _ operations: () async throws(StoreError) -> Value
) async throws(RemoteError) -> Value {
    do { return try await operations() } catch { throw .store(error) }
}

extension RemoteError {
    /// Whether the error affects only one blob, which the cache lacks or has with wrong bytes. For other errors, a
    /// retry may succeed.
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
