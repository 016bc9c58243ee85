/// One request, as a value.
public struct HTTPRequest: Sendable {
    public var method: Method
    /// `http://…`, `https://…` or `file://…`; a person's address may hold credentials.
    public var address: String
    /// `Name: value` each.
    public var headers: [String] = []
    /// What is sent; nil for nothing.
    public var body: HTTPBody?
    public var version = Version.any
    /// How many redirects of a GET or HEAD are followed. With none a redirect is an answer like others.
    public var redirects = 5
    /// The most bytes of an answer that are kept in memory; more are a trouble.
    public var limit = 4 << 20
    /// Seconds that all of it may take; nil for what its bytes take at a slow pace, where their number is known before.
    public var deadline: Int?
    /// Bytes a second: a transfer that stays below for as long as the settings have patience is given up.
    public var slowest = 1024
    /// Takes a success's bytes as they come in place of keeping them; false ends the transfer.
    public var sink: (@Sendable (HTTPHead, UnsafeRawBufferPointer) -> Bool)?

    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
    }

    public enum Version: Hashable, Sendable {
        /// What the server offers.
        case any
        /// HTTP/2 without asking, over a connection without TLS.
        case http2
    }

    public init(_ method: Method, _ address: String, body: HTTPBody? = nil) {
        self.method = method
        self.address = address
        self.body = body
    }
}

/// What an answer begins with.
public struct HTTPHead: Hashable, Sendable {
    /// 0 for a file of this machine, which has none.
    public var status = 0
    /// By lower-case name, of the last answer where there were redirects; trailers are among them.
    public var headers: [String: String] = [:]

    public init() {}

    public var isSuccess: Bool { status == 0 || (200...299).contains(status) }
}

/// What came back.
public struct HTTPReply: Hashable, Sendable {
    public var head: HTTPHead
    /// What no sink took. Of an error's text no more than the request's limit.
    public var body: [UInt8] = []
    /// Where a redirect leads that was not followed.
    public var redirect: String?
    /// Seconds that the server asks to wait.
    public var retryAfter: Int?

    public var status: Int { head.status }
}
