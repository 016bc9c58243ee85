// A request in progress: sets the options of its libcurl handle, and receives its bytes. Only the loop's thread uses
// it.

import CCurl

final class HTTPTransfer {
    let order: HTTPLoop.Order
    private let easy: UnsafeMutableRawPointer
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var sent = 0
    private var head = HTTPHead()
    private var body: [UInt8] = []
    /// Whether this side ended the transfer: there are too many bytes, or the sink returned false.
    private var isOver = false

    private var request: HTTPRequest { order.request }

    /// Whether the request has a body. libcurl 7.88 does not always notice that a server accepts more bytes of a body
    /// again, so the loop then polls every 20 ms.
    var hasBody: Bool { request.body.map { $0.size > 0 } ?? false }

    init(_ order: HTTPLoop.Order, _ easy: UnsafeMutableRawPointer) {
        self.order = order
        self.easy = easy
    }

    deinit { curl_slist_free_all(headerList) }

    // The results of the calls are ignored: with libcurl 7.85 or later setting these options fails only for lack of
    // memory, and then the transfer itself fails.

    func prepare() {
        let settings = order.settings
        set(CURLOPT_URL, request.address)
        let isSecure = request.address.lowercased().hasPrefix("https:")
        set(CURLOPT_PROTOCOLS_STR, Address.Scheme.allCases.map(\.rawValue).joined(separator: ","))
        // A redirect must not lead from a secure address to an insecure one.
        set(CURLOPT_REDIR_PROTOCOLS_STR, isSecure ? "https" : "http,https")
        let isFollowed = request.redirects > 0 && (request.method == .get || request.method == .head)
        set(CURLOPT_FOLLOWLOCATION, isFollowed ? 1 : 0)
        set(CURLOPT_MAXREDIRS, request.redirects)
        set(CURLOPT_USERAGENT, settings.userAgent)
        // Without this option, libcurl may use signals for timeouts, which are unsafe in a program with threads.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_CONNECTTIMEOUT, settings.connectSeconds)
        set(CURLOPT_LOW_SPEED_LIMIT, request.slowest)
        set(CURLOPT_LOW_SPEED_TIME, settings.patience)
        if let deadline = request.deadline ?? longest(settings) { set(CURLOPT_TIMEOUT, deadline) }
        // Each full buffer costs a call of the receiver and a system call; the default size is 16 KiB.
        set(CURLOPT_BUFFERSIZE, 256 << 10)
        set(CURLOPT_TCP_NODELAY, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        // Cancelling a request must not wait for name resolution.
        xb_curl_quick_exit(easy)
        prepareVersion()
        prepareMethod()
        prepareIdentity(settings)
        prepareReceivers()
    }

    /// Returns the time limit, in seconds, of a request with a known maximum of bytes: the time of a slow link that all
    /// other requests share. Returns nil if the maximum is unknown.
    private func longest(_ settings: HTTPSettings) -> Int? {
        guard request.sink == nil else { return nil }
        return settings.patience + ((request.body?.size ?? 0) + request.limit) / (16 << 10)
    }

    private func prepareVersion() {
        guard request.version == .http2 else { return }
        // Waits for a connection that another request opens, to share it. This is only for HTTP/2: with HTTP/1, a
        // connection has one request at a time, and if the server hangs, each request would wait for the previous one.
        set(CURLOPT_PIPEWAIT, 1)
        guard !request.address.hasPrefix("https:") else { return }
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE))
        guard Self.breaksReusedConnections else { return }
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
    }

    /// libcurl 7.88 starts HTTP/2 again on a connection that already uses it, and then closes the connection. Source:
    /// curl's issue 10634.
    private static let breaksReusedConnections =
        curl_version_info(CURLVERSION_FIRST).map { $0.pointee.version_num >> 8 == 0x0758 } ?? false

    private func prepareMethod() {
        switch request.method {
        case .get: break
        case .head: set(CURLOPT_NOBODY, 1)
        case .put, .post:
            set(request.method == .put ? CURLOPT_UPLOAD : CURLOPT_POST, 1)
            let size = curl_off_t(request.body?.size ?? 0)
            let option = request.method == .put ? CURLOPT_INFILESIZE_LARGE : CURLOPT_POSTFIELDSIZE_LARGE
            _ = xb_curl_set_size(easy, option, size)
        }
        // The empty header suppresses `Expect: 100-continue`, which costs a round trip for each request.
        for header in request.headers + ["Expect:"] { headerList = curl_slist_append(headerList, header) }
        _ = xb_curl_set_list(easy, CURLOPT_HTTPHEADER, headerList)
    }

    private func prepareIdentity(_ settings: HTTPSettings) {
        if let file = settings.authorities { set(CURLOPT_CAINFO, file) }
        if let file = settings.certificate { set(CURLOPT_SSLCERT, file) }
        if let file = settings.key { set(CURLOPT_SSLKEY, file) }
        switch settings.credentials {
        case .none: break
        case .basic(let user, let password):
            set(CURLOPT_HTTPAUTH, xb_curl_auth_basic)
            set(CURLOPT_USERNAME, user)
            set(CURLOPT_PASSWORD, password)
        case .bearer(let token):
            set(CURLOPT_HTTPAUTH, xb_curl_auth_bearer)
            set(CURLOPT_XOAUTH2_BEARER, token)
        case .netrc(let file):
            set(CURLOPT_HTTPAUTH, xb_curl_auth_basic)
            set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            set(CURLOPT_NETRC_FILE, file)
        }
    }

    private func prepareReceivers() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        _ = xb_curl_set_buffer(easy, CURLOPT_WRITEDATA, this)
        _ = xb_curl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
            HTTPTransfer.from(this)?.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        _ = xb_curl_set_buffer(easy, CURLOPT_HEADERDATA, this)
        _ = xb_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, this in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            HTTPTransfer.from(this)?.add(header: String(decoding: line, as: UTF8.self))
            return size * count
        }
        _ = xb_curl_set_buffer(easy, CURLOPT_READDATA, this)
        _ = xb_curl_set_receiver(easy, CURLOPT_READFUNCTION) { buffer, size, count, this in
            HTTPTransfer.from(this)?.give(UnsafeMutableRawBufferPointer(start: buffer, count: size * count)) ?? 0
        }
        _ = xb_curl_set_buffer(easy, CURLOPT_SEEKDATA, this)
        _ = xb_curl_set_seek(easy) { this, offset, origin in
            HTTPTransfer.from(this)?.seek(to: Int(offset), from: origin) ?? CURL_SEEKFUNC_FAIL
        }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> HTTPTransfer? {
        pointer.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func set(_ option: CURLoption, _ value: Int) { _ = xb_curl_set_long(easy, option, value) }

    private func set(_ option: CURLoption, _ value: String) { _ = xb_curl_set_string(easy, option, value) }

    // MARK: Bytes

    private func add(header line: String) {
        if line.hasPrefix("HTTP/") {
            // A new answer begins: proxies, redirects and `100 Continue` cause several.
            (head, body) = (HTTPHead(), [])
            head.status = line.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), head.headers.count < 100 {
            // The line is split by bytes: Unicode's test for white space costs more than the request.
            let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
            let words = line.utf8[colon...].dropFirst().split(whereSeparator: isBlank).compactMap(String.init)
            head.headers[line[..<colon].lowercased()] = words.joined(separator: " ")
        }
    }

    /// Returns the number of accepted bytes: any number other than all of them ends the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let sink = request.sink, head.isSuccess {
            isOver = !sink(head, bytes)
        } else {
            isOver = body.count + bytes.count > request.limit
            if !isOver { body += bytes }
        }
        return isOver ? 0 : bytes.count
    }

    private func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let body = request.body else { return 0 }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, body.size - sent)])
        guard body.fill(part, from: sent) else { return Int(CURL_READFUNC_ABORT) }
        sent += part.count
        return part.count
    }

    /// Called when libcurl sends a body again because the server has closed a reused connection. Returns libcurl's
    /// code.
    private func seek(to offset: Int, from origin: CInt) -> CInt {
        guard origin == SEEK_SET, (0...(request.body?.size ?? 0)).contains(offset) else { return CURL_SEEKFUNC_FAIL }
        sent = offset
        return CURL_SEEKFUNC_OK
    }

    func result(_ code: CURLcode) -> Result<HTTPReply, Trouble> {
        // If the body of an error is too long, the error stays the same. libcurl does not report the target of a redirect
        // whose body was not read to its end.
        if isOver, head.isSuccess || (300...399).contains(head.status) {
            return .failure(Trouble(.tooLarge(limit: request.limit)))
        }
        guard code == CURLE_OK || isOver else { return .failure(Trouble(code, request)) }
        return .success(HTTPReply(head: head, body: body, redirect: redirect, retryAfter: retryAfter))
    }

    private var redirect: String? {
        var address: UnsafePointer<CChar>?
        _ = xb_curl_get_string(easy, CURLINFO_REDIRECT_URL, &address)
        return address.map { String(cString: $0) }
    }

    private var retryAfter: Int? {
        var seconds: curl_off_t = 0
        _ = xb_curl_get_size(easy, CURLINFO_RETRY_AFTER, &seconds)
        return seconds > 0 ? Int(seconds) : nil
    }
}
