// The real transport: requests of an HTTP client that all downloads share.

import Network
import Synchronization
import SystemPackage

extension Transport {
    /// Sends requests through libcurl, which takes proxies from the process's environment and checks certificates.
    public static let live = Transport { request, progress in
        let sink = Mutex(TransferSink(file: request.file, offset: request.offset, limit: request.limits.bytes))
        var wanted = HTTPRequest(.get, request.address)
        if request.offset > 0 {
            wanted.headers.append("Range: bytes=\(request.offset)-")
            if let validator = request.validator { wanted.headers.append("If-Range: \(validator)") }
        }
        // Downloader decides which redirects to follow.
        wanted.redirects = 0
        wanted.slowest = request.limits.slowBytesPerSecond
        wanted.sink = { head, bytes in
            let (isTaken, state) = sink.withLock { ($0.receive(bytes, after: head), $0.progress) }
            if let state { progress(state) }
            return isTaken
        }
        let result = await client.send(wanted, HTTPSettings(request.limits))
        return sink.withLock { $0.finish(result) }
    }

    /// Created by the first download, because it loads libcurl.
    private static let client = HTTPClient()
}

extension HTTPSettings {
    fileprivate init(_ limits: TransferLimits) {
        self.init(userAgent: limits.userAgent)
        authorities = limits.authorities?.string
        (patience, connectSeconds) = (limits.slowSeconds, limits.connectSeconds)
    }
}
