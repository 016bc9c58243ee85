/// Owners of its own for the views of one thread.
///
/// Each view that is made or given up counts at the owner of its bytes. Threads that count at the same one wait for
/// each other all the time, and are slower together than one alone.
struct ByteOwners {
    private var last: (whole: ByteStorage, apart: ByteStorage)?

    /// The same bytes, with an owner that only this thread knows.
    mutating func apart(_ view: ByteView) -> ByteView {
        let apart = last.flatMap { $0.whole === view.storage ? $0.apart : nil } ?? ByteStorage(sharing: view.storage)
        last = (view.storage, apart)
        return ByteView(storage: apart, fileOffset: view.fileOffset, count: view.count, member: view.member)
    }
}
