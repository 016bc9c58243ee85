// The scheme of a URL, and a URL without its credentials. libcurl parses URLs; this only looks at the scheme and keeps
// secrets out of messages.

import Foundation

/// Functions over the text of a URL.
public enum Address {
    /// The schemes that requests may use.
    public enum Scheme: String, CaseIterable, Sendable {
        case http, https, file
    }

    /// The scheme of an address; nil for any other.
    public static func scheme(of address: String) -> Scheme? {
        guard let colon = address.range(of: "://") else { return nil }
        return Scheme(rawValue: address[..<colon.lowerBound].lowercased())
    }

    /// The address without a user and password before its host.
    public static func withoutCredentials(_ address: String) -> String {
        guard let colon = address.range(of: "://") else { return address }
        let authority = address[colon.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return address }
        return String(address[..<colon.upperBound] + address[address.index(after: at)...])
    }
}
