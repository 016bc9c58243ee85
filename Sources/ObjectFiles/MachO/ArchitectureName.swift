/// Apple's names of a processor: lipo's word, and the constants of its headers that `-detailed_info` shows.
///
/// Sources: Apple's `mach/machine.h` (CPU_TYPE_*, CPU_SUBTYPE_*) and `arch(3)` for the words. `any`, `little` and `big`
/// of the latter name no processor and are left out; `armv5e` is LLVM's word for `armv5`.
struct ArchitectureName {
    let word: String
    let architecture: MachOArchitecture
    /// The part after `CPU_SUBTYPE_`.
    let subtypeName: String

    /// All names. If two rows describe one processor, the first row contains its name.
    static let all: [ArchitectureName] = [
        family(.i386, ("i386", 3, "I386_ALL")),
        family(.x86_64, ("x86_64", 3, "X86_64_ALL"), ("x86_64h", 8, "X86_64_H")),
        family(
            .arm, ("armv4t", 5, "ARM_V4T"), ("arm", 0, "ARM_ALL"), ("armv5", 7, "ARM_V5TEJ"),
            ("armv5e", 7, "ARM_V5TEJ"), ("xscale", 8, "ARM_XSCALE"), ("armv6", 6, "ARM_V6"), ("armv6m", 14, "ARM_V6M"),
            ("armv7", 9, "ARM_V7"), ("armv7em", 16, "ARM_V7EM"), ("armv7f", 10, "ARM_V7F"), ("armv7k", 12, "ARM_V7K"),
            ("armv7m", 15, "ARM_V7M"), ("armv7s", 11, "ARM_V7S"), ("armv8m.main", 17, "ARM_V8M_MAIN"),
            ("armv8m.base", 18, "ARM_V8M_BASE"), ("armv8.1m.main", 19, "ARM_V8_1M_MAIN")),
        family(.arm64, ("arm64", 0, "ARM64_ALL"), ("arm64v8", 1, "ARM64_V8"), ("arm64e", 2, "ARM64E")),
        family(.arm64_32, ("arm64_32", 1, "ARM64_32_V8")),
        family(
            .powerPC, ("ppc", 0, "POWERPC_ALL"), ("ppc601", 1, "POWERPC_601"), ("ppc603", 3, "POWERPC_603"),
            ("ppc603e", 4, "POWERPC_603e"), ("ppc603ev", 5, "POWERPC_603ev"), ("ppc604", 6, "POWERPC_604"),
            ("ppc604e", 7, "POWERPC_604e"), ("ppc750", 9, "POWERPC_750"), ("ppc7400", 10, "POWERPC_7400"),
            ("ppc7450", 11, "POWERPC_7450"), ("ppc970", 100, "POWERPC_970")),
        family(.powerPC64, ("ppc64", 0, "POWERPC_ALL"), ("ppc970-64", 100, "POWERPC_970")),
        older,
    ].flatMap(\.self)

    /// Processors of NeXTSTEP and Rhapsody.
    private static let older: [ArchitectureName] = [
        family(
            .i386, ("i486", 4, "486"), ("i486SX", 132, "486SX"), ("pentium", 5, "PENT"), ("i586", 5, "PENT"),
            ("pentpro", 0x16, "PENTPRO"), ("i686", 0x16, "PENTPRO"), ("pentIIm3", 0x36, "PENTII_M3"),
            ("pentIIm5", 0x56, "PENTII_M5"), ("pentium4", 10, "PENTIUM_4")),
        family(
            .mc680x0, ("m68k", 1, "MC680x0_ALL"), ("m68030", 3, "MC68030_ONLY"), ("m68040", 2, "MC68040")),
        family(.hppa, ("hppa", 0, "HPPA_ALL"), ("hppa7100LC", 1, "HPPA_7100LC")),
        family(.sparc, ("sparc", 0, "SPARC_ALL")),
        family(.mc88000, ("m88k", 0, "MC88000_ALL")),
        family(.i860, ("i860", 0, "I860_ALL")),
        family(
            .veo, ("veo", 2, "VEO_2"), ("veo1", 1, "VEO_1"), ("veo2", 2, "VEO_2"), ("veo3", 3, "VEO_3"),
            ("veo4", 4, "VEO_4")),
    ].flatMap(\.self)

    private static func family(
        _ type: CPUType, _ members: (word: String, subtype: UInt32, name: String)...
    ) -> [ArchitectureName] {
        members.map { member in
            ArchitectureName(
                word: member.word, architecture: MachOArchitecture(type: type, subtype: member.subtype),
                subtypeName: member.name)
        }
    }

    static func of(_ architecture: MachOArchitecture) -> ArchitectureName? {
        all.first { $0.architecture.isSame(as: architecture) }
    }
}

extension CPUType {
    /// The part after `CPU_TYPE_` in Apple's headers.
    static let names: [CPUType: String] = [
        .i386: "I386", .x86_64: "X86_64", .arm: "ARM", .arm64: "ARM64", .arm64_32: "ARM64_32", .powerPC: "POWERPC",
        .powerPC64: "POWERPC64", .mc680x0: "MC680x0", .hppa: "HPPA", .sparc: "SPARC", .mc88000: "MC88000",
        .i860: "I860", .veo: "VEO",
    ]
}
