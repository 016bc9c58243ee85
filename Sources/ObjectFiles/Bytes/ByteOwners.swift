/// Gives the views that one thread uses a separate owner.
///
/// Copying and releasing a view updates the reference count of its bytes' owner. Threads that share an owner contend
/// for this count, and are together slower than a single thread.
struct ByteOwners {
    private var last: (whole: ByteStorage, apart: ByteStorage)?

    /// Returns the same bytes, with an owner that only this thread uses.
    mutating func apart(_ view: ByteView) -> ByteView {
        let apart = last.flatMap { $0.whole === view.storage ? $0.apart : nil } ?? ByteStorage(sharing: view.storage)
        last = (view.storage, apart)
        return ByteView(storage: apart, fileOffset: view.fileOffset, count: view.count, member: view.member)
    }
}
