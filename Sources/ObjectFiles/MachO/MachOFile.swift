/// A Mach-O file: object, dynamic library or executable, of either width and byte order.
///
/// It consists of a header, load commands, and contents to which the commands refer. The initializer reads only the
/// header and the list of commands; methods read the rest. Source: Apple's `mach-o/loader.h`, `mach-o/nlist.h`.
public struct MachOFile: ObjectContents, Sendable {
    public let bytes: ByteView
    public let header: MachOHeader
    public let commands: [LoadCommand]

    /// Reads the header and the load commands.
    public init(_ bytes: ByteView) throws(ObjectFileError) {
        self.bytes = bytes
        header = try MachOHeader(parsing: bytes)
        commands = try Self.commands(of: bytes, header)
    }

    private static func commands(of bytes: ByteView, _ header: MachOHeader) throws(ObjectFileError) -> [LoadCommand] {
        let area = try bytes.slice(at: header.size, size: header.commandsSize)
        guard header.commandCount <= header.commandsSize / 8 else {
            throw bytes.error(.badField(.loadCommandCount, value: UInt64(header.commandCount)), at: 16)
        }
        var commands: [LoadCommand] = []
        commands.reserveCapacity(Int(header.commandCount))
        var offset = 0
        for _ in 0..<header.commandCount {
            let kind: UInt32 = try area.integer(at: offset, header.order)
            let size: UInt32 = try area.integer(at: offset + 4, header.order)
            guard size >= 8, size % 4 == 0 else {
                throw area.error(.badField(.loadCommandSize, value: UInt64(size)), at: offset + 4)
            }
            let view = try area.slice(at: offset, size: size)
            commands.append(LoadCommand(kind: LoadCommand.Kind(rawValue: kind), bytes: view))
            offset += view.count
        }
        return commands
    }

    public var architecture: MachOArchitecture { header.architecture }

    public var kind: ObjectKind {
        switch header.fileType {
        case .object: .object
        case .execute: .executable
        case .dynamicLibrary, .dynamicLibraryStub: .dynamicLibrary
        case .bundle: .bundle
        default: .other  // An open set.
        }
    }
}
