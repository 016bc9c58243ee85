// The real transport: libcurl's easy interface, a thread a transfer.

import CCurl
import Synchronization
import SystemPackage

extension Transport {
    /// Requests through libcurl: proxies are taken from the process's environment, certificates are checked.
    public static let live = Transport { request, progress in
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await offPool { CurlTransfer(request: request, cancellation: cancellation, progress: progress).run() }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// A flag that one thread raises and another looks at.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    func cancel() { flag.store(true, ordering: .relaxed) }

    var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
