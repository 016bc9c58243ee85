import Basics
import Network
import Store

extension RemoteError {
    /// The trouble as stores know it. Nothing else makes one of the other.
    ///
    /// - Parameter digest: the blob that was asked for.
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
                } else if trouble.isDenied || trouble.code == .unavailable {
                    .unavailable("\(trouble)")
                } else {
                    .refused(words)
                }
            }
    }
}

extension RetryPolicy {
    /// How requests to caches and workers are sent again.
    ///
    /// - Parameter pause: seconds before the second attempt.
    static func remote(pause: Double) -> RetryPolicy {
        RetryPolicy(attempts: 3, firstPause: .seconds(pause), retriesTimeouts: false, retriesConnections: true)
    }
}
