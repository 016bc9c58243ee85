// The few questions asked about a URL's text. libcurl does the parsing that matters; this only looks at the scheme and
// keeps secrets out of messages.

import Foundation

/// Questions about the text of a URL.
public enum Address {
    /// The schemes that are ever used.
    public enum Scheme: String, CaseIterable, Sendable {
        case http, https, file
    }

    /// The scheme of an address; nil for one that is not used here.
    public static func scheme(of address: String) -> Scheme? {
        guard let colon = address.range(of: "://") else { return nil }
        return Scheme(rawValue: address[..<colon.lowerBound].lowercased())
    }

    /// The address without the user and password that may stand before its host.
    public static func withoutCredentials(_ address: String) -> String {
        guard let colon = address.range(of: "://") else { return address }
        let authority = address[colon.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return address }
        return String(address[..<colon.upperBound] + address[address.index(after: at)...])
    }
}
