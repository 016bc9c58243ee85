/// What `lipo` tells of its inputs, in the very words of Apple's: scripts read them.
enum LipoReport {
    /// `-info`: fat files first, then thin ones.
    static func info(_ inputs: [LipoInput]) -> String {
        var fat = ""
        var thin = ""
        for input in inputs {
            switch input.content {
            case .fat: fat += "Architectures in the fat file: \(input.path) are: \(input.architectureList)\n"
            case .thin: thin += nonFat(input)
            }
        }
        return fat + thin
    }

    private static func nonFat(_ input: LipoInput) -> String {
        "Non-fat file: \(input.path) is architecture: \(input.architectureList)\n"
    }

    /// `-detailed_info`: the header of each fat file.
    static func detailed(_ inputs: [LipoInput]) -> String {
        inputs.map { input in
            switch input.content {
            case .fat(let file): detailed(file, input.path)
            case .thin: "input file \(input.path) is not a fat file\n" + nonFat(input)
            }
        }.joined()
    }

    private static func detailed(_ file: FatFile, _ path: String) -> String {
        var text = "Fat header in: \(path)\n"
        text += "fat_magic 0x\(hex(file.is64Bit ? FatFile.magic64 : FatFile.magic32))\n"
        text += "nfat_arch \(file.slices.count)\n"
        for slice in file.slices {
            let architecture = slice.architecture
            text += "architecture \(architecture.name)\n"
            text += "    cputype \(cpuTypeNames[architecture.type] ?? "(\(architecture.type.rawValue))")\n"
            text += "    cpusubtype \(subtypeNames[architecture.name] ?? "(\(architecture.bareSubtype))")\n"
            text += "    capabilities 0x\(hex(architecture.subtype >> 24))\n"
            text += "    offset \(slice.offset)\n    size \(slice.bytes.count)\n"
            text += "    align 2^\(slice.alignment) (\(1 << slice.alignment))\n"
        }
        return text
    }

    private static func hex(_ number: UInt32) -> String { String(number, radix: 16) }

    private static let cpuTypeNames: [CPUType: String] = [
        .i386: "CPU_TYPE_I386", .x86_64: "CPU_TYPE_X86_64", .arm: "CPU_TYPE_ARM", .arm64: "CPU_TYPE_ARM64",
        .arm64_32: "CPU_TYPE_ARM64_32", .powerPC: "CPU_TYPE_POWERPC", .powerPC64: "CPU_TYPE_POWERPC64",
    ]

    private static let subtypeNames: [String: String] = [
        "i386": "CPU_SUBTYPE_I386_ALL", "x86_64": "CPU_SUBTYPE_X86_64_ALL", "x86_64h": "CPU_SUBTYPE_X86_64_H",
        "arm": "CPU_SUBTYPE_ARM_ALL", "armv4t": "CPU_SUBTYPE_ARM_V4T", "armv5e": "CPU_SUBTYPE_ARM_V5TEJ",
        "armv6": "CPU_SUBTYPE_ARM_V6", "armv6m": "CPU_SUBTYPE_ARM_V6M", "armv7": "CPU_SUBTYPE_ARM_V7",
        "armv7em": "CPU_SUBTYPE_ARM_V7EM", "armv7k": "CPU_SUBTYPE_ARM_V7K", "armv7m": "CPU_SUBTYPE_ARM_V7M",
        "armv7s": "CPU_SUBTYPE_ARM_V7S", "arm64": "CPU_SUBTYPE_ARM64_ALL", "arm64v8": "CPU_SUBTYPE_ARM64_V8",
        "arm64e": "CPU_SUBTYPE_ARM64E", "arm64_32": "CPU_SUBTYPE_ARM64_32_V8", "ppc": "CPU_SUBTYPE_POWERPC_ALL",
        "ppc64": "CPU_SUBTYPE_POWERPC_ALL",
    ]
}
