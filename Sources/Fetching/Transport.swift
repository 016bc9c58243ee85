// One request for one file, as a value. Downloads with retries, redirects and resumption consist of such requests.

import Network
import SystemPackage

/// Transfers bytes from an address into a file, once: without retries or redirects.
public struct Transport: Sendable {
    /// Sends one request and stores the body. A failure is a value, because the answer's validator is needed anyway.
    public var transfer:
        @Sendable (TransferRequest, _ progress: @escaping @Sendable (TransferProgress) -> Void) async -> TransferAnswer
}

/// One request.
public struct TransferRequest: Hashable, Sendable {
    public var address: String
    /// The file that has the first `offset` bytes and receives the others. It is emptied when the server sends all
    /// bytes.
    public var file: FilePath
    /// The number of bytes that the file has already.
    public var offset: Int
    /// The server's version of those bytes (`ETag` or `Last-Modified`), where it is known.
    public var validator: String?
    public var limits: TransferLimits
}

/// The limits of one request.
public struct TransferLimits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var bytes = 4 << 30
    /// The time limit for the connection, in seconds.
    public var connectSeconds = 15
    /// A transfer slower than this many bytes a second…
    public var slowBytesPerSecond = 128
    /// …for this many seconds is ended.
    public var slowSeconds = 30
    /// A file of certificate authorities instead of libcurl's own.
    public var authorities: FilePath?
    /// The value of `User-Agent`, for example `xbuild/0.1.0`.
    public var userAgent: String

    public init(userAgent: String) { self.userAgent = userAgent }
}

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
    /// The number of bytes in the file, those of earlier requests included.
    public var bytes: Int
    /// The size of the file, where the server reports it.
    public var total: Int?
}

/// The end of a request.
public struct TransferAnswer: Hashable, Sendable {
    public var end: End
    /// The server's version of the file.
    public var validator: String?

    public enum End: Hashable, Sendable {
        /// The file is complete.
        case complete
        /// The server redirects to another address.
        case redirect(to: String)
        case failed(Trouble)
    }
}
