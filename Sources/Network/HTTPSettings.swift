/// The connection and authentication options of a client. They contain secrets and are never printed, logged or hashed.
public struct HTTPSettings: Sendable {
    public var credentials = Credentials.none
    /// A file of certificate authorities in place of the system's.
    public var authorities: String?
    /// The PEM files with the client's own certificate and key.
    public var certificate: String?
    public var key: String?
    /// A transfer that is slower than `HTTPRequest.slowest` for this number of seconds is ended.
    public var patience = 20
    public var connectSeconds = 10
    /// The number of concurrent requests of each of a client's threads.
    public var parallel = 12
    public var userAgent: String
    /// Lines of the form `Name: value`, such as API keys, that are sent with every gRPC call.
    public var headers: [String] = []

    public enum Credentials: Sendable {
        case none
        case basic(user: String, password: String)
        case bearer(token: String)
        /// The entry of a netrc file for the server's name.
        case netrc(file: String)
    }

    public init(userAgent: String) { self.userAgent = userAgent }
}
