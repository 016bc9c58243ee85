/// Why a download failed.
public enum TransferFailure: Error, Hashable, Sendable {
    /// Not `http`, `https` or `file`.
    case unsupportedScheme(String)
    /// The server answered with this status; `retryAfter` is how many seconds it asked to wait.
    case status(Int, retryAfter: Int?)
    /// More redirects than are followed.
    case tooManyRedirects(limit: Int)
    /// A secure address leads to an insecure one.
    case insecureRedirect(to: String)
    /// Larger than the caller allows.
    case tooLarge(limit: Int)
    /// No answer in time, or too slow for too long.
    case timedOut
    /// The connection broke; `message` is libcurl's.
    case broken(String)
    /// It could not begin: unknown host, refused connection, bad certificate; `message` is libcurl's.
    case unreachable(String)
    /// The partial file could not be written; `reason` is the system's.
    case notWritten(path: String, reason: String)
    /// The task was cancelled.
    case cancelled

    /// Whether the same request may succeed a moment later.
    var isTransient: Bool {
        switch self {
        case .timedOut, .broken: true
        case .status(let status, _): status >= 500 || status == 408 || status == 429
        case .unsupportedScheme, .tooManyRedirects, .insecureRedirect, .tooLarge, .unreachable, .notWritten, .cancelled:
            false
        }
    }

    /// Seconds that the server asked to wait.
    var retryAfter: Int? {
        switch self {
        case .status(_, let retryAfter): retryAfter
        case .unsupportedScheme, .tooManyRedirects, .insecureRedirect, .tooLarge, .timedOut, .broken, .unreachable,
            .notWritten, .cancelled:
            nil
        }
    }
}
