/// The connection and authentication options of a client. Never printed, logged or hashed.
public struct HTTPSettings: Sendable {
    public var credentials = Credentials.none
    /// A file of certificate authorities in place of the system's.
    public var authorities: String?
    /// The client's own certificate and key, files in PEM.
    public var certificate: String?
    public var key: String?
    /// Seconds with next to no bytes after which a transfer is ended.
    public var patience = 20
    public var connectSeconds = 10
    /// The number of concurrent requests of each of a client's threads.
    public var parallel = 12
    public var userAgent: String
    /// `Name: value` each, sent with every gRPC call, such as API keys.
    public var headers: [String] = []

    public enum Credentials: Sendable {
        case none
        case basic(user: String, password: String)
        case bearer(token: String)
        /// From a netrc file, by the server's name.
        case netrc(file: String)
    }

    public init(userAgent: String) { self.userAgent = userAgent }
}
