import Foundation
import Basics

/// Where a cache on another machine is.
public struct RemoteAddress: Hashable, Sendable {
    public let scheme: Scheme
    /// Without a slash at its end, and without credentials: it may be shown.
    public let text: String

    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        case http, https
        /// The Remote Execution API; what stands after the host is the instance's name.
        case grpc, grpcs

        /// Whether it is spoken to in gRPC.
        public var isGRPC: Bool {
            switch self {
            case .http, .https: false
            case .grpc, .grpcs: true
            }
        }
    }

    /// What is wrong with an address.
    public enum Fault: Error, Hashable, Sendable {
        /// Not a scheme, `://HOST` and perhaps a path, or with what does not belong there: a query, a fragment.
        case malformed
        /// With a user's name or password in it, where it would be seen.
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

    /// For gRPC: where calls go, and the name of the server's instance, empty for the one without a name.
    var service: (base: String, instance: String) {
        let rest = text.dropFirst(scheme.rawValue.count + "://".count)
        let parts = rest.split(separator: "/", maxSplits: 1)
        let base = "\(scheme == .grpcs ? "https" : "http")://\(parts.first ?? "")"
        return (base, parts.count > 1 ? String(parts[1]) : "")
    }

    func blob(_ digest: Digest) -> String { "\(text)/cas/\(digest.hash.hex)" }

    func result(of action: Digest) -> String { "\(text)/ac/\(action.hash.hex)" }
}

extension RemoteAddress: CustomStringConvertible {
    public var description: String { text }
}
