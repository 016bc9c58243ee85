/// A member of an archive.
public struct ArchiveMember: Sendable {
    public var name: String
    /// Where its header begins in the archive: what tables of contents name it by.
    public var headerOffset: Int
    /// Where its contents begin in the archive.
    public var offset: Int
    /// Its contents, without a name that stands before them; empty in a thin archive, which only names files.
    public var bytes: ByteView
    /// Where those of a thin archive's member are; nil in other archives.
    public var elsewhere: Elsewhere?
    /// Permission bits, owner, group and time as the header has them; 0 when it leaves them blank.
    public var mode: UInt32
    public var owner: UInt32
    public var group: UInt32
    /// Seconds since 1970.
    public var time: UInt64

    /// The file that a thin archive's member is.
    public struct Elsewhere: Hashable, Sendable {
        /// As the archive spells it: absolute, or beside the archive.
        public var path: String
        /// Set when that file is an archive itself: where the header of the member in it begins.
        public var memberOffset: Int?
        /// How many bytes the member has.
        public var size: Int
    }

    /// Reads it as an object.
    public func object() throws(ObjectFileError) -> ObjectFile { try ObjectFile(bytes) }

    public func summary() throws(ObjectFileError) -> ObjectSummary { try object().summary() }
}
