import Basics
import Network
import Store

extension RemoteError {
    /// Converts a network trouble into an error of stores. All conversions are made here.
    ///
    /// - Parameter digest: the requested blob.
    init(_ trouble: Trouble, of digest: Digest? = nil) {
        let words = (digest.map { "blob `\($0)`: " } ?? "") + "\(trouble)"
        self =
            switch trouble.cause {
            case .cancelled: .cancelled
            case .unreachable, .broken, .timedOut, .noWorker, .local: .unavailable("\(trouble)")
            case .tooLarge, .corrupt: .rejected(words)
            case .malformed: .refused(words)
            case .status, .call, .tooManyRedirects, .insecureRedirect, .unsupportedScheme:
                if trouble.isNotFound {
                    .rejected(words)
                } else {
                    trouble.isDenied || trouble.code == .unavailable ? .unavailable("\(trouble)") : .refused(words)
                }
            }
    }
}

extension RetryPolicy {
    /// Returns the policy for requests to caches and workers.
    ///
    /// - Parameter pause: seconds before the second attempt.
    static func remote(pause: Double) -> RetryPolicy {
        RetryPolicy(attempts: 3, firstPause: .seconds(pause), retriesTimeouts: false, retriesConnections: true)
    }
}
