/// A request.
public struct HTTPRequest: Sendable {
    public var method: Method
    /// `http://…`, `https://…` or `file://…`; an address from a user may contain credentials.
    public var address: String
    /// Lines of the form `Name: value`.
    public var headers: [String] = []
    /// The body; nil for none.
    public var body: HTTPBody?
    public var version = Version.any
    /// The number of redirects of a GET or HEAD that are followed. With 0 a redirect is an ordinary answer.
    public var redirects = 5
    /// The largest answer, in bytes, that is kept in memory; a larger answer is a trouble.
    public var limit = 4 << 20
    /// The time limit in seconds; nil for a limit that is computed from the number of bytes, if that is known.
    public var deadline: Int?
    /// In bytes per second: a transfer that is slower for longer than the settings' `patience` is ended.
    public var slowest = 1024
    /// Receives the bytes of a successful answer, which are then not kept in `body`; returns false to end the transfer.
    public var sink: (@Sendable (HTTPHead, UnsafeRawBufferPointer) -> Bool)?

    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
    }

    public enum Version: Hashable, Sendable {
        /// The version that the server offers.
        case any
        /// HTTP/2 without negotiation, over a connection without TLS.
        case http2
    }

    public init(_ method: Method, _ address: String, body: HTTPBody? = nil) {
        self.method = method
        self.address = address
        self.body = body
    }
}

/// The status and the headers of an answer.
public struct HTTPHead: Hashable, Sendable {
    /// 0 for a file of this machine, which has no status.
    public var status = 0
    /// The headers and trailers by lower-case name; after redirects, those of the last answer.
    public var headers: [String: String] = [:]

    public var isSuccess: Bool { status == 0 || (200...299).contains(status) }
}

/// An answer.
public struct HTTPReply: Hashable, Sendable {
    public var head: HTTPHead
    /// The bytes of the body that no sink received. The body of an error is cut off at the request's limit.
    public var body: [UInt8] = []
    /// The target of a redirect that was not followed.
    public var redirect: String?
    /// The seconds of the server's `Retry-After` header.
    public var retryAfter: Int?

    public var status: Int { head.status }
}
