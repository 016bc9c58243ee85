/// An object as an audit sees it: what it says of itself, and what it gives away about where it was built.
public struct AuditedObject: Sendable {
    /// The archive member's name; nil for an object by itself.
    public var member: String?
    public var summary: ObjectSummary
    public var buildPaths: [BuildPath]
    /// The global symbols that lack the library's prefix, in the order of the table; nil when no prefix is known.
    public var otherSymbols: [String]?

    public init(_ unit: ObjectInventory.Unit, _ search: BuildPathSearch) throws(ObjectFileError) {
        let object = try ObjectFile(unit.bytes)
        member = unit.member
        summary = try object.summary()
        buildPaths = search.paths(in: unit.bytes, try object.sections())
    }
}

/// What one file holds, or one slice of a fat file.
public struct AuditedSlice: Sendable {
    /// The file's name as it was given.
    public var file: String
    /// The architecture that a fat file's table says.
    public var architecture: MachOArchitecture?
    public var objects: [AuditedObject]
    /// Members that are no objects, or broken ones.
    public var unreadable: [ObjectFileError]
    /// What the library's own symbols begin with.
    public var prefix: SymbolPrefix

    public init(_ slice: ObjectInventory.Slice, file: String, _ search: BuildPathSearch, prefixes: [String]) {
        self.file = file
        architecture = slice.architecture
        objects = []
        unreadable = []
        objects.reserveCapacity(slice.units.count)
        for result in Self.audited(slice.units, search) {
            switch result {
            case .success(let object): objects.append(object)
            case .failure(let error): unreadable.append(error)
            }
        }
        prefix = SymbolPrefix(given: prefixes, file: file, objects.lazy.map(\.summary))
        for index in objects.indices { objects[index].otherSymbols = prefix.others(of: objects[index].summary) }
    }

    private typealias Audited = Result<AuditedObject, ObjectFileError>

    /// All units, in their order; those of a large archive on all processors.
    private static func audited(_ units: [ObjectInventory.Unit], _ search: BuildPathSearch) -> [Audited] {
        let size = units.reduce(0) { $0 + $1.bytes.count }
        return Workers.map(units.count, workers: 1 + size / bytesOfAWorker) { range in
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

    /// Below this starting a thread costs more than it saves.
    private static let bytesOfAWorker = 500_000

    /// All slices of a file.
    public static func all(
        in bytes: ByteView, thin: ThinContents?, _ search: BuildPathSearch, prefixes: [String]
    ) throws(ObjectFileError) -> [AuditedSlice] {
        try ObjectInventory(bytes, thin: thin).slices.map {
            AuditedSlice($0, file: bytes.name, search, prefixes: prefixes)
        }
    }

    /// How messages call an object: `libx.a(a.o)`.
    public func name(of object: AuditedObject) -> String { object.member.map { "\(file)(\($0))" } ?? file }
}
