// One request for one file, as a value: what a download with retries, redirects and resumption is made of.

import Network
import SystemPackage

/// Carries bytes from an address into a file, once: no retries, no redirects.
public struct Transport: Sendable {
    /// Asks once and stores the body. A failure is a value, because what the server said before it counts.
    public var transfer:
        @Sendable (TransferRequest, _ progress: @escaping @Sendable (TransferProgress) -> Void) async -> TransferAnswer

    public init(
        transfer:
            @escaping @Sendable (TransferRequest, _ progress: @escaping @Sendable (TransferProgress) -> Void) async ->
            TransferAnswer
    ) {
        self.transfer = transfer
    }

    /// Refuses every request.
    public static let unimplemented = Transport { request, _ in
        TransferAnswer(end: .failed(Trouble(.unreachable("no network may be used here: \(request.address)"))))
    }
}

/// One request.
public struct TransferRequest: Hashable, Sendable {
    public var address: String
    /// The file that holds the first `offset` bytes and gets the others. A server that sends all of them anew empties
    /// it first.
    public var file: FilePath
    /// How many bytes are there already.
    public var offset: Int
    /// What the server called the version of those bytes (`ETag` or `Last-Modified`), where that is known.
    public var validator: String?
    public var limits: TransferLimits
}

/// The bounds of one request.
public struct TransferLimits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var bytes = 4 << 30
    /// Seconds until a connection must stand.
    public var connectSeconds = 15
    /// A transfer slower than this many bytes a second…
    public var slowBytesPerSecond = 128
    /// …for this many seconds is given up.
    public var slowSeconds = 30
    /// A file of certificate authorities instead of libcurl's own.
    public var authorities: FilePath?
    /// What the server is told of us, for example `xbuild/0.1.0`.
    public var userAgent: String

    public init(userAgent: String) { self.userAgent = userAgent }
}

/// How far a transfer is.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes of the file that are there, those of an earlier part included.
    public var bytes: Int
    /// The size of the file, where the server said it.
    public var total: Int?

    public init(bytes: Int, total: Int?) {
        self.bytes = bytes
        self.total = total
    }
}

/// How a request ended.
public struct TransferAnswer: Hashable, Sendable {
    public var end: End
    /// What the server calls this version of the file.
    public var validator: String?

    public enum End: Hashable, Sendable {
        /// The file is whole.
        case complete
        /// The file is said to be at another address.
        case redirect(to: String)
        case failed(Trouble)
    }

    public init(end: End, validator: String? = nil) {
        self.end = end
        self.validator = validator
    }
}
