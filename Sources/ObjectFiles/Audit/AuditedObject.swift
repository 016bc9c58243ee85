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
        for unit in slice.units {
            do throws(ObjectFileError) {
                objects.append(try AuditedObject(unit, search))
            } catch {
                unreadable.append(error)
            }
        }
        prefix = SymbolPrefix(given: prefixes, file: file, objects.map(\.summary))
        for index in objects.indices { objects[index].otherSymbols = prefix.others(of: objects[index].summary) }
    }

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
