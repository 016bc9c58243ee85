/// The reports of `lipo` about its inputs, in the exact words of Apple's, since scripts parse them.
enum LipoReport {
    /// Returns the report of `-archs`: one line.
    static func archs(_ input: LipoInput) -> String {
        input.sources.map(\.architecture.name).joined(separator: " ") + "\n"
    }

    /// Returns the report of `-info`: fat files first, then thin ones.
    static func info(_ inputs: [LipoInput]) -> String {
        inputs.map { input in
            switch input.content {
            case .fat(let file):
                "Architectures in the fat file: \(input.path) are: "
                    + file.slices.map { word($0.architecture) + " " }.joined() + "\n"
            case .thin: ""
            case .data: "input file \(input.path) is not a fat file\n"
            }
        }.joined() + thin(inputs)
    }

    /// Returns the report of `-detailed_info`: the header of each fat file, then the thin ones.
    static func detailed(_ inputs: [LipoInput]) -> String {
        inputs.map { input in
            switch input.content {
            case .fat(let file): detailed(file, input.path)
            case .thin, .data: "input file \(input.path) is not a fat file\n"
            }
        }.joined() + thin(inputs)
    }

    private static func thin(_ inputs: [LipoInput]) -> String {
        inputs.map { input in
            switch input.content {
            case .fat: ""
            case .thin(let source), .data(let source):
                "Non-fat file: \(input.path) is architecture: \(thinWord(source.architecture))\n"
            }
        }.joined()
    }

    private static func detailed(_ file: FatFile, _ path: String) -> String {
        var text = "Fat header in: \(path)\n"
        text += "fat_magic 0x\(hex(file.is64Bit ? FatFile.magic64 : FatFile.magic32))\n"
        text += "nfat_arch \(file.slices.count - file.hiddenCount)"
        text += file.hiddenCount > 0 ? " (+\(file.hiddenCount) hidden)\n" : "\n"
        for (index, slice) in file.slices.enumerated() {
            let isHidden = index >= file.slices.count - file.hiddenCount
            text += "architecture \(word(slice.architecture))\(isHidden ? " (hidden)" : "")\n"
            text += constants(slice.architecture)
            text += "    capabilities \(capabilities(slice.architecture))\n"
            text += "    offset \(slice.offset)\n    size \(slice.bytes.count)\n"
            text += "    align 2^\(slice.alignment) (\(1 << slice.alignment))\n"
        }
        return text
    }

    private static func constants(_ architecture: MachOArchitecture) -> String {
        guard let name = ArchitectureName.of(architecture), let type = CPUType.names[architecture.type] else {
            // Apple's lipo prints the word twice.
            return
                "    cputype (\(signed(architecture.type)))\n    cpusubtype cpusubtype (\(architecture.bareSubtype))\n"
        }
        return "    cputype CPU_TYPE_\(type)\n    cpusubtype CPU_SUBTYPE_\(name.subtypeName)\n"
    }

    /// Describes the upper 8 bits of the subtype. 0x80 means a 64-bit library; on 64-bit ARM it means pointer
    /// authentication, with the version in the lower 4 bits and 0x40 for the kernel variant.
    private static func capabilities(_ architecture: MachOArchitecture) -> String {
        let bits = architecture.subtype >> 24
        if bits == 0x80, architecture.type == .x86_64 || architecture.type == .powerPC64 { return "CPU_SUBTYPE_LIB64" }
        guard architecture.type == .arm64, bits & 0x80 != 0 else { return "0x\(hex(bits))" }
        return "PTR_AUTH_VERSION \(bits & 0x40 == 0 ? "USERSPACE" : "KERNEL") \(bits & 0xF)"
    }

    private static func word(_ architecture: MachOArchitecture) -> String {
        architecture.knownName
            ?? "(cputype (\(signed(architecture.type))) cpusubtype (\(architecture.bareSubtype)))"
    }

    private static func thinWord(_ architecture: MachOArchitecture) -> String {
        architecture.knownName ?? "cputype \(architecture.type.rawValue) cpusubtype \(architecture.bareSubtype)"
    }

    private static func signed(_ type: CPUType) -> Int32 { Int32(bitPattern: type.rawValue) }

    private static func hex(_ number: UInt32) -> String { String(number, radix: 16) }
}
