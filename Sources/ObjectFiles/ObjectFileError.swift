/// A fault in an object file, and its place.
///
/// The error contains data only; `description` makes the message.
public struct ObjectFileError: Error, Hashable, Sendable {
    public var fault: ObjectFileFault
    /// The file's name as given.
    public var file: String
    /// The archive member in the file.
    public var member: String?
    /// The place in the file, in bytes from its beginning.
    public var offset: Int

    public init(_ fault: ObjectFileFault, file: String, member: String? = nil, offset: Int = 0) {
        self.fault = fault
        self.file = file
        self.member = member
        self.offset = offset
    }
}

/// The possible faults.
public enum ObjectFileFault: Hashable, Sendable {
    /// A structure extends past the end of its container.
    case pastEnd(needed: Int, available: Int)
    /// A number that cannot be a size or an offset.
    case tooLarge(UInt64)
    /// Text without its terminating NUL.
    case unterminatedText
    /// A number that is invalid in this field of the format.
    case badField(ObjectField, value: UInt64)
    /// Bytes that begin like no known format.
    case unknownFormat
    /// A known format in the wrong place, such as a fat file inside an archive.
    case unexpectedFormat(String)
    /// Text of a .tbd that violates its grammar.
    case badText(expected: String)
    /// An archive without objects: it has no architecture.
    case noObjects
    /// The file of a thin archive's member does not have the size that the archive records.
    case memberChanged(path: String, stated: Int, found: Int)
    /// Two members of one archive for different architectures.
    case mixedArchitectures(first: String, firstArchitecture: String, second: String, secondArchitecture: String)
    /// Two slices of one architecture.
    case sameArchitecture(String, first: String, second: String)
    /// Slices that need more than the 4 GiB of a fat32 header.
    case tooLargeForFat32(architecture: String)
    /// The operating system refused; `code` is its errno.
    case system(SystemOperation, code: Int32)
}

/// A field that can contain a wrong number.
public enum ObjectField: String, Hashable, Sendable {
    case memberHeader = "archive member header"
    case memberSize = "archive member size"
    case memberName = "archive member name"
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
    case leb128Number = "LEB128 number"
    case textStubVersion = "tbd version"
}

/// The operation requested from the operating system.
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

/// An error of a command-line tool; it can contain an error of reading or writing a file.
protocol FileReadingError: Error {
    static func file(_ error: ObjectFileError) -> Self
}

extension FileReadingError {
    /// Returns the result of `body`, which reads or writes a file; converts its error.
    static func reading<Value>(_ body: () throws(ObjectFileError) -> Value) throws(Self) -> Value {
        do throws(ObjectFileError) { return try body() } catch { throw .file(error) }
    }
}
