import Foundation
import Basics

/// The address of a remote cache or of workers.
public struct RemoteAddress: Hashable, Sendable, CustomStringConvertible {
    public let scheme: Scheme
    /// The address without a slash at the end. It has no credentials, so it may be displayed.
    public let text: String

    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        case http, https
        /// The Remote Execution API; the part after the host is the instance's name.
        case grpc, grpcs

        /// Whether the address is of a gRPC server.
        public var isGRPC: Bool {
            switch self {
            case .http, .https: false
            case .grpc, .grpcs: true
            }
        }
    }

    /// The reason why an address is invalid.
    public enum Fault: Error, Hashable, Sendable {
        /// The address does not consist of a scheme, `://HOST` and an optional path, or has a query or fragment.
        case malformed
        /// The address has a user or password, which would be visible.
        case credentials
    }

    public init(_ text: String) throws(Fault) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0) }),
            let host = parts.host, !host.isEmpty, parts.query == nil, parts.fragment == nil
        else { throw .malformed }
        guard parts.user == nil, parts.password == nil else { throw .credentials }
        self.scheme = scheme
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        self.text = text
    }

    /// For gRPC: the address of calls, and the name of the server's instance, which is empty for the default instance.
    var service: (base: String, instance: String) {
        let rest = text.dropFirst(scheme.rawValue.count + "://".count)
        let parts = rest.split(separator: "/", maxSplits: 1)
        let base = "\(scheme == .grpcs ? "https" : "http")://\(parts.first ?? "")"
        return (base, parts.count > 1 ? String(parts[1]) : "")
    }

    func blob(_ digest: Digest) -> String { "\(text)/cas/\(digest.hash.hex)" }

    func result(of action: Digest) -> String { "\(text)/ac/\(action.hash.hex)" }

    public var description: String { text }
}
