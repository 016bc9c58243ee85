// One libcurl transfer: options in, an answer out. Where the bytes go is TransferSink's business.

import CCurl
import Network
import SystemPackage

/// One request through libcurl, on the thread that calls `run`.
final class CurlTransfer {
    private let request: TransferRequest
    private let cancellation: Cancellation
    private let progress: @Sendable (TransferProgress) -> Void
    private let sink: TransferSink

    /// libcurl asks to be set up once in a process, before its first use.
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(
        request: TransferRequest, cancellation: Cancellation, progress: @escaping @Sendable (TransferProgress) -> Void
    ) {
        self.request = request
        self.cancellation = cancellation
        self.progress = progress
        sink = TransferSink(file: request.file, offset: request.offset, limit: request.limits.bytes)
    }

    /// Asks, receives and stores.
    func run() -> TransferAnswer {
        guard !cancellation.isCancelled else { return TransferAnswer(end: .failed(.cancelled)) }
        guard Self.isReady, let handle = curl_easy_init() else {
            return TransferAnswer(end: .failed(.unreachable("libcurl could not be set up")))
        }
        defer { curl_easy_cleanup(handle) }
        let headers = request.validator.flatMap { request.offset > 0 ? curl_slist_append(nil, "If-Range: \($0)") : nil }
        defer { curl_slist_free_all(headers) }
        setRequest(handle, headers: headers)
        setLimits(handle)
        setReceivers(handle)
        let code = withExtendedLifetime(self) { curl_easy_perform(handle) }
        return TransferAnswer(end: end(code, handle), validator: sink.head.validator)
    }

    // Options are set without looking at what each call returns: with libcurl 7.85 or later none of these can fail
    // except for lack of memory, and then the transfer itself fails.

    private func setRequest(_ handle: UnsafeMutableRawPointer, headers: UnsafeMutablePointer<curl_slist>?) {
        _ = xb_curl_set_string(handle, CURLOPT_URL, request.address)
        _ = xb_curl_set_string(
            handle, CURLOPT_PROTOCOLS_STR, Address.Scheme.allCases.map(\.rawValue).joined(separator: ","))
        _ = xb_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        _ = xb_curl_set_string(handle, CURLOPT_USERAGENT, request.limits.userAgent)
        if request.offset > 0 { _ = xb_curl_set_string(handle, CURLOPT_RANGE, "\(request.offset)-") }
        if let headers { _ = xb_curl_set_list(handle, CURLOPT_HTTPHEADER, headers) }
        if let authorities = request.limits.authorities {
            _ = xb_curl_set_string(handle, CURLOPT_CAINFO, authorities.string)
        }
    }

    private func setLimits(_ handle: UnsafeMutableRawPointer) {
        // Without this libcurl may use signals for its timeouts, which a program of many threads must not have.
        _ = xb_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        _ = xb_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT, request.limits.connectSeconds)
        _ = xb_curl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, request.limits.slowBytesPerSecond)
        _ = xb_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, request.limits.slowSeconds)
    }

    private func setReceivers(_ handle: UnsafeMutableRawPointer) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        _ = xb_curl_set_buffer(handle, CURLOPT_WRITEDATA, this)
        _ = xb_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
            CurlTransfer.from(this)?.sink.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        _ = xb_curl_set_buffer(handle, CURLOPT_HEADERDATA, this)
        _ = xb_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, this in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            CurlTransfer.from(this)?.sink.head.add(line: String(decoding: line, as: UTF8.self))
            return size * count
        }
        _ = xb_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
        _ = xb_curl_set_buffer(handle, CURLOPT_XFERINFODATA, this)
        _ = xb_curl_set_progress(handle) { this, _, _, _, _ in CurlTransfer.from(this)?.report() ?? 1 }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer? {
        pointer.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// libcurl calls this at least once a second; anything but 0 ends the transfer.
    private func report() -> CInt {
        if let state = sink.progress { progress(state) }
        return cancellation.isCancelled ? 1 : 0
    }

    private func end(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> TransferAnswer.End {
        // What the sink refused comes first: libcurl only knows that it did.
        if let failure = sink.finish() { return .failed(failure) }
        guard code == CURLE_OK else { return .failed(Self.failure(code, address: request.address)) }
        let status = sink.head.status
        switch status {
        case 301, 302, 303, 307, 308: return redirect(handle, status: status)
        case 200, 206, nil: return .complete
        case 416:
            // The sink has emptied a part that is too long: the next attempt begins anew.
            return sink.holdsAll ? .complete : .failed(.broken("the server cannot continue the part"))
        case .some(let status): return .failed(.status(status, retryAfter: retryAfter(handle)))
        }
    }

    private func redirect(_ handle: UnsafeMutableRawPointer, status: Int?) -> TransferAnswer.End {
        var address: UnsafePointer<CChar>?
        _ = xb_curl_get_string(handle, CURLINFO_REDIRECT_URL, &address)
        guard let address else { return .failed(.status(status ?? 0, retryAfter: nil)) }
        return .redirect(to: String(cString: address))
    }

    private func retryAfter(_ handle: UnsafeMutableRawPointer) -> Int? {
        var seconds: curl_off_t = 0
        _ = xb_curl_get_size(handle, CURLINFO_RETRY_AFTER, &seconds)
        return seconds > 0 ? Int(seconds) : nil
    }

    private static func failure(_ code: CURLcode, address: String) -> TransferFailure {
        let message = String(cString: curl_easy_strerror(code))
        return switch code {
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
            .unsupportedScheme(Address.withoutCredentials(address))
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2,
            CURLE_HTTP2_STREAM, CURLE_SSL_CONNECT_ERROR, CURLE_WEIRD_SERVER_REPLY:
            .broken(message)
        default: .unreachable(message)
        }
    }
}
