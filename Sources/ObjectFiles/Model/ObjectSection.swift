/// A section of an object.
public struct ObjectSection: Hashable, Sendable {
    /// The segment, for Mach-O; empty elsewhere.
    public var segment: String
    public var name: String
    /// Its size in bytes, in memory.
    public var size: UInt64
    /// Where its contents begin in the object; nil when it has none in the file (zero-filled).
    public var offset: Int?

    public init(segment: String = "", name: String, size: UInt64, offset: Int?) {
        self.segment = segment
        self.name = name
        self.size = size
        self.offset = offset
    }
}
