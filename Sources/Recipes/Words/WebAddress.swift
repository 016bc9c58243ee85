/// An `http` or `https` URL without a user or password.
public struct WebAddress: Hashable, Sendable {
    public let string: String

    /// The fault of a text that is not an address.
    enum Problem: Error, Hashable {
        case malformed
        /// A scheme that xbuild does not fetch.
        case scheme(String)
        case credentials
        /// A space, a control character or a character beyond ASCII.
        case character
    }

    init(_ text: String) throws(Problem) {
        guard let colon = text.firstRange(of: "://") else { throw .malformed }
        let scheme = text[..<colon.lowerBound]
        guard scheme == "https" || scheme == "http" else { throw .scheme(String(scheme)) }
        guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { throw .character }
        let authority = text[colon.upperBound...].prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { throw .credentials }
        guard authority.first?.isLetter == true || authority.first?.isNumber == true || authority.first == "[" else {
            throw .malformed
        }
        string = text
    }
}

extension WebAddress: CustomStringConvertible {
    public var description: String { string }
}
