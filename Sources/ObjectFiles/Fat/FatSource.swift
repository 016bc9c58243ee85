/// A future slice: an object or an archive with its architecture and alignment.
public struct FatSource: Sendable {
    public var architecture: MachOArchitecture
    /// The power of two of which the source's offset in the fat file will be a multiple.
    public var alignment: UInt32
    public var bytes: ByteView
    /// The name in errors: that of the file that contains the source.
    public var name: String { bytes.name }
    /// The parts in sequence, if no file contains them yet; `bytes` is empty then.
    var assembled: [OutputPiece]?

    /// The source as a part of a fat file.
    var pieces: [OutputPiece] {
        assembled ?? [isUnproven ? .archive(bytes, architecture) : .view(bytes)]
    }

    var size: UInt64 { pieces.reduce(0) { $0 + UInt64($1.count) } }
    /// Whether the source is an archive of which only the first object was examined so far.
    private(set) var isUnproven = false
}

extension FatSource {
    /// Makes a source from a slice of a fat file, which keeps its alignment.
    public init(_ slice: FatSlice) {
        self.init(architecture: slice.architecture, alignment: slice.alignment, bytes: slice.bytes)
    }

    /// Makes a source from a file of one architecture: a Mach-O file, or an archive of such files. `named` is the
    /// architecture of an archive whose members do not determine it.
    public init(thin bytes: ByteView, named: MachOArchitecture? = nil) throws(ObjectFileError) {
        let kind = try FileKind(of: bytes)
        switch kind {
        case .object(.machO):
            let file = try MachOFile(bytes)
            self.init(architecture: file.architecture, alignment: try file.sliceAlignment(), bytes: bytes)
        case .archive:
            let archive = try Archive(bytes)
            let found = try archive.memberArchitecture()
            guard let architecture = found ?? (archive.members.isEmpty ? nil : named) else {
                throw bytes.error(.noObjects)
            }
            self.init(architecture: architecture, alignment: architecture.type.archiveAlignment, bytes: bytes)
        case .object(.elf), .object(.coff), .object(.wasm), .fat, .bitcode, .textStub:
            throw bytes.error(.unexpectedFormat(kind.description))
        }
    }

    /// Makes a source from a file, reading no more than necessary. With `checksWhileCopying`, an archive's
    /// members are examined while they are written.
    init(thinFile bytes: ByteView, named: MachOArchitecture?, checksWhileCopying: Bool) throws(ObjectFileError) {
        if Archive.isMagic(bytes),
            let found = try ArchiveScan.architecture(of: bytes, checksWhileCopying: checksWhileCopying)
        {
            self.init(architecture: found, alignment: found.type.archiveAlignment, bytes: bytes)
            isUnproven = checksWhileCopying
        } else {
            try self.init(thin: bytes, named: named)
        }
    }

    /// Makes a source without alignment from bytes of any kind, for an architecture that a user gave.
    init(data bytes: ByteView, for architecture: MachOArchitecture) {
        self.init(architecture: architecture, alignment: 0, bytes: bytes)
    }

    /// Returns whether a file's format records its architecture.
    static func recordsArchitecture(_ bytes: ByteView) -> Bool {
        switch try? FileKind(of: bytes) {
        case .fat, .archive, .object(.machO): true
        case .object(.elf), .object(.coff), .object(.wasm), .bitcode, .textStub, nil: false
        }
    }

    /// Whether the source is a program, which the kernel maps from the fat file.
    var isExecutable: Bool { (try? MachOHeader(parsing: bytes))?.fileType == .execute }

    /// Returns the slices in a file: one, or all of a fat file.
    public static func all(in bytes: ByteView) throws(ObjectFileError) -> [FatSource] {
        guard try FileKind(of: bytes) == .fat else { return [try FatSource(thin: bytes)] }
        return try FatFile(bytes).slices.map(FatSource.init)
    }
}

extension CPUType {
    /// The alignment of archives. No loader maps an archive, so its members' alignment suffices: 8 bytes for wide
    /// objects, else 4.
    var archiveAlignment: UInt32 { is64Bit ? 3 : 2 }
}

extension MachOFile {
    /// Returns the alignment of this file as a slice: the page size of Apple's processors, else the alignment that its
    /// segments need.
    ///
    /// Source: the behaviour of llvm-lipo, and of Apple's lipo up to cctools 973. Later versions align objects to a
    /// page of the machine on which they run, and other files to the alignment of their segments' addresses.
    func sliceAlignment() throws(ObjectFileError) -> UInt32 {
        switch architecture.type {
        case .i386, .x86_64, .powerPC, .powerPC64: return 12
        case .arm, .arm64, .arm64_32: return 14
        default: return try segmentAlignment()  // An open set.
        }
    }

    /// Returns the least alignment of all segments; a segment of an object has the alignment of its most aligned
    /// section.
    private func segmentAlignment() throws(ObjectFileError) -> UInt32 {
        var least = FatFile.greatestAlignment
        for segment in try segments() {
            let sections = segment.sections.map(\.alignment).max() ?? least
            let isObject = header.fileType == .object
            let own = isObject ? max(2, sections) : UInt32(segment.address.trailingZeroBitCount)
            least = min(least, own)
        }
        return max(2, least)
    }
}
