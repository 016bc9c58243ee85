/// The facts about an object that an audit needs: the properties that it records, and paths of build folders in it.
public struct AuditedObject: Sendable {
    /// The archive member's name; nil for an object by itself.
    public var member: String?
    public var summary: ObjectSummary
    public var buildPaths: [BuildPath]
    /// The global symbols without the library's prefix, in the order of the table; nil when no prefix is known.
    public var otherSymbols: [String]?

    public init(_ unit: ObjectInventory.Unit, _ search: BuildPathSearch) throws(ObjectFileError) {
        let object = try ObjectFile(unit.bytes)
        member = unit.member
        summary = try object.summary()
        buildPaths = search.paths(in: unit.bytes, try object.sections())
    }
}

/// The contents of one file, or of one slice of a fat file.
public struct AuditedSlice: Sendable {
    /// The file's name as given.
    public var file: String
    /// The architecture in a fat file's table.
    public var architecture: MachOArchitecture?
    public var objects: [AuditedObject]
    /// Members that are not objects, or are damaged.
    public var unreadable: [ObjectFileError]
    /// The prefix of the library's own symbols.
    public var prefix: SymbolNamespace

    public init(_ slice: ObjectInventory.Slice, file: String, _ search: BuildPathSearch, prefixes: [String]) {
        self.file = file
        architecture = slice.architecture
        objects = []
        unreadable = []
        objects.reserveCapacity(slice.units.count)
        for result in Self.audited(slice.units, search) {
            do throws(ObjectFileError) { objects.append(try result.get()) } catch { unreadable.append(error) }
        }
        prefix = SymbolNamespace(given: prefixes, file: file, objects.lazy.map(\.summary))
        for index in objects.indices { objects[index].otherSymbols = prefix.others(of: objects[index].summary) }
    }

    private typealias Audited = Result<AuditedObject, ObjectFileError>

    /// Returns the audits of all units in their order; uses several threads for a large archive.
    private static func audited(_ units: [ObjectInventory.Unit], _ search: BuildPathSearch) -> [Audited] {
        let size = units.reduce(0) { $0 + $1.bytes.count }
        return Threads.map(units.count, workers: 1 + size / bytesOfAWorker) { range in
            var owners = ByteOwners()
            return units[range].map { unit in
                Audited { () throws(ObjectFileError) in
                    var unit = unit
                    unit.bytes = owners.apart(unit.bytes)
                    return try AuditedObject(unit, search)
                }
            }
        }
    }

    /// The size below which starting a thread costs more than it saves.
    private static let bytesOfAWorker = 500_000

    /// Returns all slices of a file.
    public static func all(
        in bytes: ByteView, thin: ThinContents?, _ search: BuildPathSearch, prefixes: [String]
    ) throws(ObjectFileError) -> [AuditedSlice] {
        try ObjectInventory(bytes, thin: thin).slices.map {
            AuditedSlice($0, file: bytes.name, search, prefixes: prefixes)
        }
    }

    /// Returns an object's name for messages: `libx.a(a.o)`.
    public func name(of object: AuditedObject) -> String { object.member.map { "\(file)(\($0))" } ?? file }
}
