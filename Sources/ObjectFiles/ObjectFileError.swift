/// Something that is wrong with a file of objects, and where.
///
/// Holds data only; `description` puts it into words.
public struct ObjectFileError: Error, Hashable, Sendable {
    public var fault: ObjectFileFault
    /// The file's name as it was given.
    public var file: String
    /// The archive member in it.
    public var member: String?
    /// Where in the file, in bytes from its beginning.
    public var offset: Int

    public init(_ fault: ObjectFileFault, file: String, member: String? = nil, offset: Int = 0) {
        self.fault = fault
        self.file = file
        self.member = member
        self.offset = offset
    }
}

/// What can be wrong.
public enum ObjectFileFault: Hashable, Sendable {
    /// A structure goes on past the end of what holds it.
    case pastEnd(needed: Int, available: Int)
    /// A number that cannot be a size or an offset.
    case tooLarge(UInt64)
    /// Text without the NUL that must end it.
    case unterminatedText
    /// A number that this field of the format cannot have.
    case badField(ObjectField, value: UInt64)
    /// Bytes that begin like no format that is known here.
    case unknownFormat
    /// A format that is known but has no place here, as a fat file inside an archive.
    case unexpectedFormat(String)
    /// Text of a .tbd that its grammar does not allow.
    case badText(expected: String)
    /// An archive without objects: it has no architecture.
    case noObjects
    /// The file of a thin archive's member does not have the size that the archive states.
    case memberChanged(path: String, stated: Int, found: Int)
    /// Two members of one archive for different architectures.
    case mixedArchitectures(first: String, firstArchitecture: String, second: String, secondArchitecture: String)
    /// Two slices of one architecture.
    case sameArchitecture(String, first: String, second: String)
    /// Slices that take more than the 4 GiB which a fat32 header can express.
    case tooLargeForFat32(architecture: String)
    /// The operating system refused; `code` is its errno.
    case system(SystemOperation, code: Int32)
}

/// A field that can hold a wrong number.
public enum ObjectField: String, Hashable, Sendable {
    case memberHeader = "archive member header"
    case memberSize = "archive member size"
    case memberName = "archive member name"
    case tableOfContents = "archive table of contents"
    case loadCommandSize = "load command size"
    case loadCommandCount = "number of load commands"
    case sectionCount = "number of sections"
    case sliceAlignment = "slice alignment"
    case sliceOffset = "slice offset"
    case sliceCount = "number of slices"
    case entrySize = "table entry size"
    case sectionIndex = "section index"
    case symbolIndex = "symbol index"
    case nameOffset = "name offset"
    case elfClass = "ELF class"
    case elfByteOrder = "ELF byte order"
    case memberOffset = "position of a member"
    case importType = "import type"
    case trieNode = "node of the exports"
    case wasmVersion = "wasm version"
    case wasmNumber = "LEB128 number"
    case textStubVersion = "tbd version"
}

/// What the operating system was asked for.
public enum SystemOperation: String, Hashable, Sendable {
    case open
    case read
    case map
    case create
    case write
    case changeMode = "change the mode of"
    case changeTimes = "change the times of"
    case rename
}
