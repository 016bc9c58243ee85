/// A member of an archive.
public struct ArchiveMember: Sendable {
    public var name: String
    /// The start of the member's header in the archive, by which tables of contents refer to the member.
    public var headerOffset: Int
    /// The start of the member's contents in the archive.
    public var offset: Int
    /// The contents, without the long name that BSD and Apple store before them; empty in a thin archive, which
    /// contains only paths of files.
    public var bytes: ByteView
    /// The file that contains a thin archive's member; nil in other archives.
    public var elsewhere: Elsewhere?
    /// Permission bits, owner, group and time in the header; 0 when the header leaves them blank.
    public var mode: UInt32
    public var owner: UInt32
    public var group: UInt32
    /// Seconds since 1970.
    public var time: UInt64

    /// The file of a thin archive's member.
    public struct Elsewhere: Hashable, Sendable {
        /// The path as the archive records it: absolute, or relative to the archive's folder.
        public var path: String
        /// The start of the member's header, if the file is itself an archive; else nil.
        public var memberOffset: Int?
        /// The size of the member in bytes.
        public var size: Int
    }

    /// Reads the member as an object.
    public func object() throws(ObjectFileError) -> ObjectFile { try ObjectFile(bytes) }
}
