// The header fields of an HTTP response that downloads use (RFC 9110, sections 8.8 and 14).

import Network

extension HTTPHead {
    /// The value for `If-Range` that identifies this version of the file: a strong entity tag, otherwise the date of
    /// the last change.
    var validator: String? {
        if let tag = headers["etag"], !tag.hasPrefix("W/") { return tag }
        return headers["last-modified"]
    }

    /// The size of the body.
    var contentLength: Int? { headers["content-length"].flatMap { Int($0) } }

    /// The values of `Content-Range: bytes FIRST-LAST/TOTAL` or `bytes */TOTAL`.
    var range: (first: Int?, total: Int?)? {
        guard let field = headers["content-range"], field.lowercased().hasPrefix("bytes") else { return nil }
        let parts = field.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let first = parts[0].drop(while: \.isWhitespace).prefix { $0.isNumber }
        return (Int(first), Int(parts[1]))
    }
}
