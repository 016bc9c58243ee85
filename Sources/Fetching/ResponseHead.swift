// The few header fields of an HTTP response that a download looks at (RFC 9110, sections 8.8 and 14).

/// What a server said before the body.
struct ResponseHead: Hashable, Sendable {
    /// The status; nil for a file of this machine, which has none.
    private(set) var status: Int?
    private var fields: [String: String] = [:]

    /// Takes a line as libcurl hands it over. A status line begins a new response: proxies and `100 Continue` send more
    /// than one.
    mutating func add(line: String) {
        if line.hasPrefix("HTTP/") {
            fields = [:]
            status = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].split(whereSeparator: \.isNewline).first ?? ""
            fields[line[..<colon].lowercased()] = Self.trimmed(value)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// What identifies this version of the file in `If-Range`: a strong entity tag, else the date of the last change.
    var validator: String? {
        if let tag = fields["etag"], !tag.hasPrefix("W/") { return tag }
        return fields["last-modified"]
    }

    /// The size of the body that follows.
    var contentLength: Int? { fields["content-length"].flatMap { Int($0) } }

    /// `Content-Range: bytes FIRST-LAST/TOTAL` or `bytes */TOTAL`.
    var range: (first: Int?, total: Int?)? {
        guard let field = fields["content-range"], field.lowercased().hasPrefix("bytes") else { return nil }
        let parts = field.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let first = parts[0].drop(while: \.isWhitespace).prefix { $0.isNumber }
        return (Int(first), Int(parts[1]))
    }
}
