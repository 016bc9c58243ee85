/// All parts of a file that should be objects: the file itself, the members of an archive, or those of each slice of a
/// fat file. The objects are not parsed.
public struct ObjectInventory: Sendable {
    /// The kind of the containing file.
    public let kind: FileKind
    /// The slices of a fat file in the order of its table; one slice for any other file.
    public let slices: [Slice]

    public struct Slice: Sendable {
        /// The architecture in the fat file's table; nil for a file that is not fat.
        public var architecture: MachOArchitecture?
        /// The archive's conventions; nil for an object by itself.
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

    /// - Parameter thin: reads the members of a thin archive; without it, such an archive is an error.
    public init(_ bytes: ByteView, thin: ThinContents? = nil) throws(ObjectFileError) {
        kind = try FileKind(of: bytes)
        slices =
            try kind == .fat
            ? FatFile(bytes).slices.map { slice throws(ObjectFileError) in
                try Self.slice(slice.bytes, slice.architecture, thin)
            } : [Self.slice(bytes, nil, thin)]
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
