/// A bounded range of the bytes of a mapped file or an array.
///
/// Views are cheap to make and never copy contents. Reads stay inside the view; a read beyond its bounds throws an
/// error with the file, the archive member and the offset. Views depend on no file format.
public struct ByteView: Sendable {
    let storage: ByteStorage
    /// The start of this view in its file.
    public let fileOffset: Int
    /// The view's size in bytes.
    public let count: Int
    /// The archive member that contains this view, for errors.
    public let member: String?

    /// Makes a view of a whole array; `name` is its name in errors.
    public init(_ bytes: [UInt8], name: String) {
        self.init(storage: ByteStorage(bytes, name: name), fileOffset: 0, count: bytes.count, member: nil)
    }

    /// Maps a file and views all of it. The file must not be truncated while any view of it exists: write a new file
    /// and rename it, never overwrite.
    public init(path: String) throws(ObjectFileError) {
        let storage = try System.map(path)
        self.init(storage: storage, fileOffset: 0, count: storage.count, member: nil)
    }

    /// Maps a file of which large parts will be copied to another file: it stays open, so that the kernel can copy.
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

    /// The file's name in errors.
    public var name: String { storage.name }

    public var isEmpty: Bool { count == 0 }

    /// Returns the part of `count` bytes at `offset`.
    public func slice(at offset: Int, count: Int) throws(ObjectFileError) -> ByteView {
        try check(offset, count)
        return ByteView(storage: storage, fileOffset: fileOffset + offset, count: count, member: member)
    }

    /// Returns everything from `offset` on.
    public func suffix(from offset: Int) throws(ObjectFileError) -> ByteView {
        try slice(at: offset, count: max(0, count - offset))
    }

    /// Returns a view of the same bytes whose errors name an archive member.
    func asMember(_ name: String) -> ByteView {
        ByteView(storage: storage, fileOffset: fileOffset, count: count, member: name)
    }

    /// Returns an error at an offset of this view.
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
