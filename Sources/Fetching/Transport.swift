// Single requests for files. Downloads with retries, redirects and resumption consist of such requests.

import Network
import SystemPackage

/// Transfers bytes from an address into a file, once: without retries or redirects.
public struct Transport: Sendable {
    /// Sends one request and stores the body. A failure is returned, not thrown, because the answer's validator is
    /// needed even then.
    public var transfer:
        @Sendable (TransferRequest, _ progress: @escaping @Sendable (TransferProgress) -> Void) async -> TransferAnswer
}

/// One request.
public struct TransferRequest: Hashable, Sendable {
    public var address: String
    /// The file, which has the first `offset` bytes and receives the rest. It is emptied first when the server sends
    /// all bytes.
    public var file: FilePath
    /// The number of bytes that are already in the file.
    public var offset: Int
    /// The server's version of those bytes (`ETag` or `Last-Modified`); nil if it is unknown.
    public var validator: String?
    public var limits: TransferLimits
}

/// The limits of one request.
public struct TransferLimits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var bytes = 4 << 30
    /// The time limit for the connection, in seconds.
    public var connectSeconds = 15
    /// In bytes per second: a transfer that is slower for `slowSeconds` seconds is ended.
    public var slowBytesPerSecond = 128
    /// The seconds after which a transfer slower than `slowBytesPerSecond` is ended.
    public var slowSeconds = 30
    /// A file of certificate authorities instead of libcurl's own.
    public var authorities: FilePath?
    /// The value of `User-Agent`, for example `xbuild/0.1.0`.
    public var userAgent: String

    public init(userAgent: String) { self.userAgent = userAgent }
}

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
    /// The number of bytes in the file, including those of earlier requests.
    public var bytes: Int
    /// The size of the complete file; nil if the server does not report it.
    public var total: Int?
}

/// The end of a request.
public struct TransferAnswer: Hashable, Sendable {
    public var end: End
    /// The server's version of the file (`ETag` or `Last-Modified`); nil if it is unknown.
    public var validator: String?

    public enum End: Hashable, Sendable {
        /// The file is complete.
        case complete
        /// The server redirects to another address.
        case redirect(to: String)
        case failed(Trouble)
    }
}
