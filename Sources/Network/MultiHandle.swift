import CCurl
import Foundation
import Synchronization

/// A libcurl multi handle. The loop's thread uses and closes the handle; other threads may wake this thread.
final class MultiHandle: @unchecked Sendable {  // any thread may call `wake`; `lock` prevents `wake` during `close`
    /// Used by the loop's thread only. Nil when libcurl could not be initialized.
    private(set) var handle: UnsafeMutableRawPointer?
    private let lock = NSLock()

    init(isReady: Bool) {
        handle = isReady ? curl_multi_init() : nil
        guard let handle else { return }
        _ = xb_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 64)
    }

    func wake() {
        lock.withLock {
            if let handle { curl_multi_wakeup(handle) }
        }
    }

    func close() {
        lock.withLock {
            if let handle { curl_multi_cleanup(handle) }
            handle = nil
        }
    }

    /// Pauses the thread of a loop without a handle.
    static func sleepInsteadOfPolling() { Thread.sleep(forTimeInterval: 0.01) }
}
