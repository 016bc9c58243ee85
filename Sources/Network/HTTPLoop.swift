// The loop of one thread of HTTPClient. Only this thread uses the libcurl multi handle; other threads add orders and
// wake the thread.

import CCurl
import Synchronization

final class HTTPLoop: Sendable {
    /// A request and the closure that receives its result.
    struct Order: Sendable {
        var number: Int
        var request: HTTPRequest
        var settings: HTTPSettings
        var end: @Sendable (Result<HTTPReply, Trouble>) -> Void
    }

    private struct Inbox {
        var orders: [Order] = []
        var cancelled: Set<Int> = []
        var isStopped = false
    }

    /// The number of concurrent requests.
    private let parallel: Int
    private let inbox = Mutex(Inbox())
    private let multi: MultiHandle

    /// libcurl must be initialized once in a process, before its first use.
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private static let notReady = Trouble(.unreachable("libcurl could not be initialized"))

    init(parallel: Int) {
        self.parallel = parallel
        multi = MultiHandle(isReady: Self.isReady)
    }

    func add(_ order: Order) {
        inbox.withLock { $0.orders.append(order) }
        multi.wake()
    }

    func cancel(_ number: Int) {
        inbox.withLock { _ = $0.cancelled.insert(number) }
        multi.wake()
    }

    func stop() {
        inbox.withLock { $0.isStopped = true }
        multi.wake()
    }

    // MARK: The thread

    private struct Work {
        var waiting: [Order] = []
        var running: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
        /// Handles are reused: each keeps the TLS sessions and resolved names of its servers.
        var idle: [UnsafeMutableRawPointer] = []
    }

    func run() {
        guard let handle = multi.handle else { return refuseAll() }
        var work = Work()
        while true {
            let (orders, cancelled, isStopped) = takeInbox()
            work.waiting += orders
            drop(cancelled, &work)
            if isStopped, work.waiting.isEmpty, work.running.isEmpty { break }
            while work.running.count < parallel, !work.waiting.isEmpty { start(work.waiting.removeFirst(), &work) }
            var active: CInt = 0
            curl_multi_perform(handle, &active)
            finish(&work)
            if work.running.count < parallel, !work.waiting.isEmpty { continue }
            curl_multi_poll(handle, nil, 0, work.running.values.contains(where: \.hasBody) ? 20 : 1000, nil)
        }
        work.idle.forEach { curl_easy_cleanup($0) }
        multi.close()
    }

    private func takeInbox() -> ([Order], Set<Int>, Bool) {
        inbox.withLock { inbox in
            defer { inbox.orders = [] }
            // A cancelled number is kept until its order arrives: an order may be cancelled before it is added.
            return (inbox.orders, inbox.cancelled, inbox.isStopped)
        }
    }

    private func drop(_ cancelled: Set<Int>, _ work: inout Work) {
        guard !cancelled.isEmpty else { return }
        var met: Set<Int> = []
        for order in work.waiting where cancelled.contains(order.number) {
            met.insert(order.number)
            order.end(.failure(.cancelled))
        }
        work.waiting.removeAll { met.contains($0.number) }
        for (easy, transfer) in work.running where cancelled.contains(transfer.order.number) {
            met.insert(transfer.order.number)
            work.running[easy] = nil
            curl_multi_remove_handle(multi.handle, easy)
            work.idle.append(easy)
            transfer.order.end(.failure(.cancelled))
        }
        inbox.withLock { $0.cancelled.subtract(met) }
    }

    private func start(_ order: Order, _ work: inout Work) {
        guard let easy = work.idle.popLast() ?? curl_easy_init() else {
            return order.end(.failure(Self.notReady))
        }
        curl_easy_reset(easy)
        let transfer = HTTPTransfer(order, easy)
        transfer.prepare()
        guard curl_multi_add_handle(multi.handle, easy) == CURLM_OK else {
            curl_easy_cleanup(easy)
            return order.end(.failure(Trouble(.unreachable("libcurl accepts no request"))))
        }
        work.running[easy] = transfer
    }

    private func finish(_ work: inout Work) {
        var left: CInt = 0
        while let message = curl_multi_info_read(multi.handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = work.running.removeValue(forKey: easy)
            else { continue }
            let code = xb_curl_message_result(message)
            let result = transfer.result(code)
            curl_multi_remove_handle(multi.handle, easy)
            work.idle.append(easy)
            transfer.order.end(result)
        }
    }

    /// Ends each request with an error until the client stops the loop: without libcurl no request can be sent.
    private func refuseAll() {
        while true {
            let (orders, _, isStopped) = takeInbox()
            orders.forEach { $0.end(.failure(Self.notReady)) }
            if isStopped { return }
            MultiHandle.sleepInsteadOfPolling()
        }
    }
}
