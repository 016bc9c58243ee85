/// One request, as a value.
public struct HTTPRequest: Sendable {
    public var method: Method
    /// `http://…`, `https://…` or `file://…`; an address from a user may contain credentials.
    public var address: String
    /// `Name: value` each.
    public var headers: [String] = []
    /// The body; nil for none.
    public var body: HTTPBody?
    public var version = Version.any
    /// The number of redirects of a GET or HEAD that are followed. With 0 a redirect is an ordinary answer.
    public var redirects = 5
    /// The most bytes of an answer that are kept in memory; a larger one is a trouble.
    public var limit = 4 << 20
    /// The time limit in seconds; nil for one computed from the number of bytes at a slow pace, where that is known.
    public var deadline: Int?
    /// Bytes a second: a transfer that stays slower for the settings' `patience` is ended.
    public var slowest = 1024
    /// Receives the bytes of a success, which are then not kept; false ends the transfer.
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
    /// By lower-case name; those of the last answer where there were redirects; trailers are included.
    public var headers: [String: String] = [:]

    public var isSuccess: Bool { status == 0 || (200...299).contains(status) }
}

/// An answer.
public struct HTTPReply: Hashable, Sendable {
    public var head: HTTPHead
    /// The bytes that no sink received. The body of an error is cut off at the request's limit.
    public var body: [UInt8] = []
    /// The target of a redirect that was not followed.
    public var redirect: String?
    /// The seconds of the server's `Retry-After` header.
    public var retryAfter: Int?

    public var status: Int { head.status }
}
