// The reasons for which requests fail. Trouble+Making converts libcurl's codes and servers' statuses to troubles. A
// trouble's scope, and whether it is transient, are decided only here.

/// The reason why a request failed or had no usable answer.
public struct Trouble: Error, Hashable, Sendable {
    public let cause: Cause
    /// The part of the service that the trouble affects.
    public let scope: Scope
    /// Whether the same request may succeed a moment later.
    public let isTransient: Bool

    public init(_ cause: Cause) {
        self.cause = cause
        (scope, isTransient) = Self.judgement(of: cause)
    }

    public enum Scope: Hashable, Sendable {
        /// Only the requested object: the server does not have it, or has different content. Other requests may
        /// succeed.
        case blob
        /// Only this request: its task or this machine ended it, so it is no sign of a failing server.
        case request
        /// The whole server: other requests will fail in the same way.
        case server
    }

    public enum Cause: Hashable, Sendable {
        /// No connection: unknown host, refused connection, invalid certificate; the text is libcurl's.
        case unreachable(String)
        /// The connection broke; the text is libcurl's.
        case broken(String)
        /// No answer in time, or a transfer that was too slow for too long.
        case timedOut
        /// The HTTP status of an unsuccessful answer; `retryAfter` is the seconds of the server's `Retry-After` header.
        case status(Int, retryAfter: Int?)
        /// The status of an unsuccessful gRPC call.
        case call(GRPCStatus)
        /// More redirects than the request allows.
        case tooManyRedirects(limit: Int)
        /// A secure address redirects to an insecure one.
        case insecureRedirect(to: String)
        /// The address, or the target of a redirect, is not `http`, `https` or `file`.
        case unsupportedScheme(String)
        /// The answer has more bytes than the caller accepts.
        case tooLarge(limit: Int)
        /// The answer is not valid for the request; the text has the reason.
        case malformed(String)
        /// The bytes differ from the requested ones.
        case corrupt
        /// No worker of the server started the action within this number of seconds.
        case noWorker(seconds: Int)
        /// This machine could not read or write the bytes; the text has the reason.
        case local(String)
        /// The task was cancelled.
        case cancelled
    }

    public static let cancelled = Trouble(.cancelled)
}

extension Trouble {
    private static func judgement(of cause: Cause) -> (Scope, isTransient: Bool) {
        switch cause {
        case .unreachable, .broken, .timedOut: (.server, true)
        case .status(let status, _): judgement(ofHTTP: status)
        case .call(let status): judgement(of: status.code)
        case .tooManyRedirects, .insecureRedirect, .unsupportedScheme, .malformed, .noWorker: (.server, false)
        case .tooLarge: (.blob, false)
        // The bytes may have been damaged in transit.
        case .corrupt: (.blob, true)
        case .local, .cancelled: (.request, false)
        }
    }

    private static func judgement(ofHTTP status: Int) -> (Scope, isTransient: Bool) {
        switch status {
        case 404, 410: (.blob, false)
        case 408, 429, 500...: (.server, true)
        default: (.server, false)
        }
    }

    private static func judgement(of code: GRPCStatus.Code) -> (Scope, isTransient: Bool) {
        switch code {
        case .notFound: (.blob, false)
        case .unavailable, .resourceExhausted, .aborted: (.server, true)
        default: (.server, false)
        }
    }

    /// Whether the server does not have the requested object.
    public var isNotFound: Bool {
        switch cause {
        case .status, .call: scope == .blob
        default: false
        }
    }

    /// Whether authentication failed, so that a retry would fail too.
    public var isDenied: Bool {
        switch cause {
        case .status(let status, _): [401, 403, 407].contains(status)
        case .call(let status): [.permissionDenied, .unauthenticated].contains(status.code)
        default: false
        }
    }

    /// The status code of an unsuccessful gRPC call; nil for other troubles.
    // Swift 6.3.1 fails an assertion when it optimises a module into which this is inlined.
    @inline(never)
    public var code: GRPCStatus.Code? {
        if case .call(let status) = cause { status.code } else { nil }
    }

    /// The seconds that the server requests to wait; nil if it requests none.
    var retryAfter: Int? {
        if case .status(_, let seconds) = cause { seconds } else { nil }
    }
}
