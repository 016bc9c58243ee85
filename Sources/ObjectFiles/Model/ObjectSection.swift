/// A section of an object.
public struct ObjectSection: Hashable, Sendable {
    /// The segment, for Mach-O; empty for other formats.
    public var segment: String = ""
    public var name: String
    /// The size in memory, in bytes.
    public var size: UInt64
    /// The start of its contents in the object; nil if it has none in the file (zero-filled).
    public var offset: Int?
    public var contents: Contents

    /// The kind of a section's contents.
    public enum Contents: String, CaseIterable, Hashable, Sendable {
        case code
        case data
        case readOnlyData = "read-only data"
        /// Zeros that take no space in the file.
        case zeroFilled = "zero-filled"
        case debugInformation = "debug information"
        /// Data for linkers, not for the program: notes, relocations, symbol tables.
        case other
    }
}
