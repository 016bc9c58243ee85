/// The output of a successful probe: a Mach-O file with a header, its platform, and the names of all symbols that the
/// real output would define, all at address 0. It cannot run, but tools recognize the kind of file and find the names
/// in it, and later links can use it as a library. The object files of the command line follow unchanged: CMake reads
/// sizes and byte order from strings in linked files. Equal links give equal bytes.
struct ProbeOutput {
    let options: ProbeOptions
    let architecture: MachOArchitecture
    let names: [String]

    func bytes() -> [UInt8] {
        let wide = architecture.type.is64Bit
        var commands: [[UInt8]] = []
        if options.kind == .dynamicLibrary { commands.append(libraryCommand()) }
        commands.append(versionCommand())
        let size = (wide ? 32 : 28) + commands.reduce(24) { $0 + $1.count }
        commands.append(symbolTableCommand(after: size))
        let header = MachOHeader(
            order: .little, is64Bit: wide, architecture: architecture, fileType: fileType,
            commandCount: UInt32(commands.count), commandsSize: UInt32(commands.reduce(0) { $0 + $1.count }),
            flags: MachOHeader.twoLevelFlag)
        return header.encoded() + commands.joined() + symbolTable() + stringTable()
    }

    private var fileType: MachOHeader.FileType {
        switch options.kind {
        case .execute: .execute
        case .dynamicLibrary: .dynamicLibrary
        case .bundle: .bundle
        }
    }

    private var entrySize: Int { architecture.type.is64Bit ? 16 : 12 }

    private func libraryCommand() -> [UInt8] {
        let name = Array((options.installName ?? options.output).utf8)
        let size = (24 + name.count + 1 + 7) & ~7
        var writer = ByteWriter(.little)
        for number in [LoadCommand.Kind.dynamicLibraryID.rawValue, UInt32(size), 24, 0, 0, 0] { writer.append(number) }
        writer.append(name)
        writer.pad(to: size)
        return writer.bytes
    }

    private func versionCommand() -> [UInt8] {
        var writer = ByteWriter(.little)
        let numbers = [
            LoadCommand.Kind.buildVersion.rawValue, 24, options.platform?.rawValue ?? 0,
            options.minimumVersion.rawValue, options.sdkVersion.rawValue, 0,
        ]
        for number in numbers { writer.append(number) }
        return writer.bytes
    }

    private func symbolTableCommand(after offset: Int) -> [UInt8] {
        var writer = ByteWriter(.little)
        let strings = offset + names.count * entrySize
        let numbers = [24, offset, names.count, strings, stringTable().count]
        writer.append(LoadCommand.Kind.symbolTable.rawValue)
        for number in numbers { writer.append(UInt32(number)) }
        return writer.bytes
    }

    private func symbolTable() -> [UInt8] {
        var writer = ByteWriter(.little)
        var offset = 1
        for name in names {
            writer.append(UInt32(offset))
            // N_ABS and N_EXT: the symbol is absolute, because the file has no sections.
            writer.append(0x03 as UInt8)
            writer.append(0 as UInt8)
            writer.append(0 as UInt16)
            writer.pad(to: writer.bytes.count + (architecture.type.is64Bit ? 8 : 4))
            offset += name.utf8.count + 1
        }
        return writer.bytes
    }

    private func stringTable() -> [UInt8] { [0] + names.flatMap { Array($0.utf8) + [0] } }
}
