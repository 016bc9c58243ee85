/// A bounded window on bytes that somebody else owns: a mapped file or an array.
///
/// Views are cheap to make and never copy contents. Whatever is read through one stays inside it; every read that would
/// leave it throws with the file, the archive member and the offset. Knows nothing of any format.
public struct ByteView: Sendable {
    let storage: ByteStorage
    /// Where this view begins in its file.
    public let fileOffset: Int
    /// Its size in bytes.
    public let count: Int
    /// The archive member that this view lies in, for errors.
    public let member: String?

    /// A view of all of an array, which errors call `name`.
    public init(_ bytes: [UInt8], name: String) {
        self.init(storage: ByteStorage(bytes, name: name), fileOffset: 0, count: bytes.count, member: nil)
    }

    /// Maps a file and views all of it. The file must not be truncated while any view of it lives: write beside and
    /// rename, never in place.
    public init(path: String) throws(ObjectFileError) {
        let storage = try System.map(path)
        self.init(storage: storage, fileOffset: 0, count: storage.count, member: nil)
    }

    /// The same, of a file of which large parts will be written elsewhere: it stays open, so that the kernel can copy.
    init(copyingFrom path: String) throws(ObjectFileError) {
        let storage = try System.map(path, staysOpen: true)
        self.init(storage: storage, fileOffset: 0, count: storage.count, member: nil)
    }

    init(storage: ByteStorage, fileOffset: Int, count: Int, member: String?) {
        self.storage = storage
        self.fileOffset = fileOffset
        self.count = count
        self.member = member
    }

    /// What errors call the file.
    public var name: String { storage.name }

    public var isEmpty: Bool { count == 0 }

    /// The part of `count` bytes at `offset`.
    public func slice(at offset: Int, count: Int) throws(ObjectFileError) -> ByteView {
        try check(offset, count)
        return ByteView(storage: storage, fileOffset: fileOffset + offset, count: count, member: member)
    }

    /// Everything from `offset` on.
    public func suffix(from offset: Int) throws(ObjectFileError) -> ByteView {
        try slice(at: offset, count: max(0, count - offset))
    }

    /// The same bytes, known to be those of an archive member.
    func asMember(_ name: String) -> ByteView {
        ByteView(storage: storage, fileOffset: fileOffset, count: count, member: name)
    }

    /// An error at an offset of this view.
    func error(_ fault: ObjectFileFault, at offset: Int = 0) -> ObjectFileError {
        let (sum, overflow) = fileOffset.addingReportingOverflow(offset)
        return ObjectFileError(fault, file: name, member: member, offset: overflow ? Int.max : sum)
    }

    @inline(__always)
    func check(_ offset: Int, _ needed: Int) throws(ObjectFileError) {
        guard offset >= 0, needed >= 0, offset <= count, needed <= count - offset else {
            throw error(.pastEnd(needed: needed, available: max(0, count - max(0, min(offset, count)))), at: offset)
        }
    }
}
