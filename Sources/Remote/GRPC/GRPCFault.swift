import Network
import Store

/// Why a call gave no answer.
enum GRPCFault: Error, Hashable, Sendable {
    /// Nothing came, or it broke off.
    case http(HTTPFault)
    /// Something answered that is no gRPC server: a proxy, for one.
    case httpStatus(Int)
    case status(GRPCStatus)
    /// The answer is not what the call answers with.
    case malformed(String)
    case cancelled
}

extension GRPCFault {
    /// Whether the same call may succeed a moment later. Whoever did not answer in all the time that there was is not
    /// given it again.
    var isWorthARetry: Bool {
        switch self {
        case .http(.broken): true
        case .http(.timedOut), .http(.redirects), .http(.tooMuch), .http(.unreadable), .http(.cancelled): false
        case .httpStatus(let status): status >= 500 || status == 429
        case .status(let status): [.unavailable, .resourceExhausted, .aborted].contains(status.code)
        case .malformed, .cancelled: false
        }
    }

    /// The same in the words of caches.
    var remote: RemoteError {
        switch self {
        case .http(.timedOut): .timedOut
        case .http(.broken(let reason)): .unreachable(reason: reason)
        case .http(.redirects): .refused(reason: "redirects")
        case .http(.tooMuch): .malformed(reason: "more bytes than there can be")
        case .http(.unreadable): .unreachable(reason: "what is sent cannot be read")
        case .http(.cancelled), .cancelled: .cancelled
        case .httpStatus(let status): [401, 403, 407].contains(status) ? .denied : .refused(reason: "status \(status)")
        case .malformed(let reason): .malformed(reason: reason)
        case .status(let status):
            switch status.code {
            case .permissionDenied, .unauthenticated: .denied
            case .deadlineExceeded: .timedOut
            case .unavailable: .unreachable(reason: "\(status)")
            default: .refused(reason: "\(status)")
            }
        }
    }
}
