import Synchronization

/// Says how far a download is once at each tenth of it, however often that is heard.
public final class DownloadTenths: Sendable {
    private let last = Mutex(0)
    private let say: @Sendable (_ bytes: Int, _ total: Int) -> Void

    public init(_ say: @escaping @Sendable (_ bytes: Int, _ total: Int) -> Void) { self.say = say }

    /// Takes what `FetchEffects.progress` tells. A download that begins anew is said anew; one whose size the server
    /// does not say is passed over.
    public func hear(_ progress: TransferProgress) {
        guard let total = progress.total, total > 0 else { return }
        let tenth = Int(min(10, 10 * Double(progress.bytes) / Double(total)))
        let isNew = last.withLock { last in
            defer { last = tenth }
            return tenth != last
        }
        if isNew, tenth > 0 { say(progress.bytes, total) }
    }
}
