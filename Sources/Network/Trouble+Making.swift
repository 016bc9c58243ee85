// The tables that make a trouble of what libcurl and servers say.

import CCurl

extension Trouble {
    /// - Parameter code: what libcurl says of a request that it could not end.
    init(_ code: CURLcode, _ request: HTTPRequest) {
        let words = String(cString: curl_easy_strerror(code))
        let cause: Cause =
            switch code {
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            // Only a body that cannot be read ends a request in this way.
            case CURLE_ABORTED_BY_CALLBACK: .local("what is sent cannot be read")
            case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(limit: request.redirects)
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
                .unsupportedScheme(Address.withoutCredentials(request.address))
            case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_GOT_NOTHING,
                CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SSL_CONNECT_ERROR, CURLE_WEIRD_SERVER_REPLY:
                .broken(words)
            default: .unreachable(words)
            }
        self.init(cause)
    }

    /// - Returns: nil when the answer is a success.
    public init?(_ reply: HTTPReply) {
        guard !(200...299).contains(reply.status) else { return nil }
        self.init(.status(reply.status, retryAfter: reply.retryAfter))
    }

    /// - Returns: nil when the call went well.
    public init?(_ status: GRPCStatus) {
        switch status.code {
        case .ok: return nil
        case .deadlineExceeded: self.init(.timedOut)
        default: self.init(.call(status))
        }
    }
}
