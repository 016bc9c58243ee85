/// Everything in a file that should be an object: the file itself, the members of an archive, those of each slice of a
/// fat file. Looks into none of them.
public struct ObjectInventory: Sendable {
    /// What holds it.
    public let kind: FileKind
    /// One, or those of a fat file in the order of its table.
    public let slices: [Slice]

    public struct Slice: Sendable {
        /// What the fat file's table says; nil for a file that is not fat.
        public var architecture: MachOArchitecture?
        /// Whose archive it is; nil for an object by itself.
        public var flavor: Archive.Flavor?
        public var units: [Unit]
    }

    public struct Unit: Sendable {
        /// The archive member's name; nil for an object by itself.
        public var member: String?
        public var bytes: ByteView

        public init(member: String?, bytes: ByteView) {
            self.member = member
            self.bytes = bytes
        }
    }

    /// - Parameter thin: where the members of a thin archive come from; without it such an archive is an error.
    public init(_ bytes: ByteView, thin: ThinContents? = nil) throws(ObjectFileError) {
        kind = try FileKind(of: bytes)
        guard kind == .fat else {
            slices = [try Self.slice(bytes, nil, thin)]
            return
        }
        var slices: [Slice] = []
        for slice in try FatFile(bytes).slices { slices.append(try Self.slice(slice.bytes, slice.architecture, thin)) }
        self.slices = slices
    }

    private static func slice(
        _ bytes: ByteView, _ architecture: MachOArchitecture?, _ thin: ThinContents?
    ) throws(ObjectFileError) -> Slice {
        let kind = try FileKind(of: bytes)
        switch kind {
        case .archive:
            let archive = try Archive(bytes)
            guard archive.flavor != .thin || thin != nil else { throw bytes.error(.unexpectedFormat("a thin archive")) }
            let members = try thin.map { contents throws(ObjectFileError) in try archive.members(contents) }
            let units = (members ?? archive.members).map { Unit(member: $0.name, bytes: $0.bytes) }
            return Slice(architecture: architecture, flavor: archive.flavor, units: units)
        case .object, .bitcode:
            return Slice(architecture: architecture, flavor: nil, units: [Unit(member: nil, bytes: bytes)])
        case .fat, .textStub: throw bytes.error(.unexpectedFormat(kind.description))
        }
    }
}
