// Why a request failed. A trouble is made once, where the bytes come in (Trouble+Making); it says itself how far it
// reaches and whether it passes, so that libcurl's codes and servers' statuses
// are judged here alone.

/// Why a request failed, or what it asked for did not come.
public struct Trouble: Error, Hashable, Sendable {
    public let cause: Cause
    /// What it is the trouble of.
    public let scope: Scope
    /// Whether the same request may succeed a moment later.
    public let isTransient: Bool

    public init(_ cause: Cause) {
        self.cause = cause
        (scope, isTransient) = Self.judgement(of: cause)
    }

    public enum Scope: Hashable, Sendable {
        /// Of what was asked for: the server does not hold it, or holds something else. Other requests may succeed.
        case blob
        /// Of this request: its task or this machine ended it. It says nothing about the server.
        case request
        /// Of the server: other requests fail in the same way.
        case server
    }

    public enum Cause: Hashable, Sendable {
        /// No connection: unknown host, refused connection, bad certificate; the words are libcurl's.
        case unreachable(String)
        /// The connection broke; the words are libcurl's.
        case broken(String)
        /// No answer in time, or too slow for too long.
        case timedOut
        /// The HTTP status of an answer that is no success; `retryAfter` is how many seconds the server asked to wait.
        case status(Int, retryAfter: Int?)
        /// The status of a gRPC call that is no success.
        case call(GRPCStatus)
        /// More redirects than are followed.
        case tooManyRedirects(limit: Int)
        /// A secure address leads to an insecure one.
        case insecureRedirect(to: String)
        /// The address, or one that it leads to, is not `http`, `https` or `file`.
        case unsupportedScheme(String)
        /// More bytes than the caller takes.
        case tooLarge(limit: Int)
        /// The answer is not one that the request can have; in words.
        case malformed(String)
        /// Other bytes than those that were asked for.
        case corrupt
        /// No worker of the server began with an action in so many seconds.
        case noWorker(seconds: Int)
        /// This machine could not give or take the bytes; in words.
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
        // The link may have changed them.
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

    /// The server does not hold what was asked for.
    public var isNotFound: Bool {
        if case .status = cause { return scope == .blob }
        if case .call = cause { return scope == .blob }
        return false
    }

    /// Authentication failed: the server will answer so again.
    public var isDenied: Bool {
        if case .status(let status, _) = cause { return [401, 403, 407].contains(status) }
        if case .call(let status) = cause { return [.permissionDenied, .unauthenticated].contains(status.code) }
        return false
    }

    /// The code with which a gRPC call ended.
    public var code: GRPCStatus.Code? {
        if case .call(let status) = cause { status.code } else { nil }
    }

    /// Seconds that the server asked to wait.
    var retryAfter: Int? {
        if case .status(_, let seconds) = cause { seconds } else { nil }
    }
}
