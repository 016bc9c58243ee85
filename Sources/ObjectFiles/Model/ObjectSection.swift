/// A section of an object.
public struct ObjectSection: Hashable, Sendable {
    /// The segment, for Mach-O; empty elsewhere.
    public var segment: String
    public var name: String
    /// Its size in bytes, in memory.
    public var size: UInt64
    /// Where its contents begin in the object; nil when it has none in the file (zero-filled).
    public var offset: Int?
    public var contents: Contents

    /// What a section holds.
    public enum Contents: String, CaseIterable, Hashable, Sendable {
        case code
        case data
        case readOnlyData = "read-only data"
        /// Zeros that take no room in the file.
        case zeroFilled = "zero-filled"
        case debugInformation = "debug information"
        /// For linkers, not for the program: notes, relocations, symbol tables.
        case other
    }

    public init(segment: String = "", name: String, size: UInt64, offset: Int?, contents: Contents = .other) {
        self.segment = segment
        self.name = name
        self.size = size
        self.offset = offset
        self.contents = contents
    }
}
