// The scheme of a URL, and a URL without its credentials. libcurl parses URLs; these functions only find the scheme,
// and keep secrets out of messages.

import Foundation

/// Functions over the text of a URL.
public enum Address {
    /// The schemes that requests may use.
    public enum Scheme: String, CaseIterable, Sendable {
        case http, https, file
    }

    /// Returns the scheme of an address; nil for a scheme that requests may not use.
    public static func scheme(of address: String) -> Scheme? {
        guard let colon = address.range(of: "://") else { return nil }
        return Scheme(rawValue: address[..<colon.lowerBound].lowercased())
    }

    /// Returns the address without the user and password before the host.
    public static func withoutCredentials(_ address: String) -> String {
        guard let colon = address.range(of: "://") else { return address }
        let authority = address[colon.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return address }
        return String(address[..<colon.upperBound] + address[address.index(after: at)...])
    }
}
