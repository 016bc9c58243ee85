import Synchronization

/// Reports the progress of a download once for each tenth of its size.
public final class DownloadTenths: Sendable {
    private let last = Mutex(0)
    private let say: @Sendable (_ bytes: Int, _ total: Int) -> Void

    public init(_ say: @escaping @Sendable (_ bytes: Int, _ total: Int) -> Void) { self.say = say }

    /// Receives progress, as the closure for `FetchEffects.progress`. A restarted download is reported again; a
    /// download of unknown size is not reported.
    public func report(_ progress: TransferProgress) {
        guard let total = progress.total, total > 0 else { return }
        let tenth = Int(min(10, 10 * Double(progress.bytes) / Double(total)))
        let isNew = last.withLock { last in
            defer { last = tenth }
            return tenth != last
        }
        if isNew, tenth > 0 { say(progress.bytes, total) }
    }
}
