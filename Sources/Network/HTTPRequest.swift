/// One request, as a value.
public struct HTTPRequest: Sendable {
    public var method: Method
    /// `http://…` or `https://…`, without credentials.
    public var address: String
    /// `Name: value` each.
    public var headers: [String] = []
    /// What is sent; nil for nothing.
    public var body: HTTPBody?
    public var version = Version.any
    /// The most bytes of an answer that are kept in memory; more are a fault.
    public var limit = 4 << 20
    /// Seconds that all of it may take; nil for what its bytes take at a slow pace, where their number is known before.
    public var deadline: Int?
    /// Bytes a second: a transfer that stays below for as long as the settings have patience is given up.
    public var slowest = 1024
    /// Takes an answer's bytes as they come in place of keeping them, when the status is 200; false ends the transfer.
    public var sink: (@Sendable (UnsafeRawBufferPointer) -> Bool)?

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

/// What came back.
public struct HTTPReply: Hashable, Sendable {
    public var status: Int
    /// By lower-case name, of the last answer where there were redirects; trailers are among them.
    public var headers: [String: String] = [:]
    /// What no sink took.
    public var body: [UInt8] = []
}

/// Why nothing came back.
public enum HTTPFault: Error, Hashable, Sendable {
    case timedOut
    /// The connection could not be made or broke; `reason` is libcurl's.
    case broken(reason: String)
    /// Redirects without end, or to where one does not go.
    case redirects
    /// More bytes than were to be kept, or than the sink took.
    case tooMuch
    /// What was to be sent could not be read.
    case unreadable
    case cancelled
}
