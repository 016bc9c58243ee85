// The tables that map libcurl's codes and servers' statuses to troubles.

import CCurl

extension Trouble {
    /// - Parameter code: libcurl's code for a request that failed.
    init(_ code: CURLcode, _ request: HTTPRequest) {
        let words = String(cString: curl_easy_strerror(code))
        let cause: Cause =
            switch code {
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            // Only the callback of an unreadable body returns this code.
            case CURLE_ABORTED_BY_CALLBACK: .local("the body of the request cannot be read")
            // libcurl 7.88 returns this code for a line of the head with more than 100 KB; later versions return 100.
            case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): .malformed("its head is too long for libcurl's memory")
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

    /// - Returns: nil when the call succeeded.
    public init?(_ status: GRPCStatus) {
        switch status.code {
        case .ok: return nil
        case .deadlineExceeded: self.init(.timedOut)
        default: self.init(.call(status))
        }
    }
}
