/// Mach-O's number of a processor family. An open set: unknown families keep their number.
///
/// Source: Apple's `mach/machine.h` (CPU_TYPE_*; CPU_ARCH_ABI64 is 0x01000000, CPU_ARCH_ABI64_32 is 0x02000000).
public struct CPUType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let i386 = CPUType(rawValue: 7)
    public static let x86_64 = CPUType(rawValue: 0x0100_0007)
    public static let arm = CPUType(rawValue: 12)
    public static let arm64 = CPUType(rawValue: 0x0100_000C)
    public static let arm64_32 = CPUType(rawValue: 0x0200_000C)
    public static let powerPC = CPUType(rawValue: 18)
    public static let powerPC64 = CPUType(rawValue: 0x0100_0012)
    static let mc680x0 = CPUType(rawValue: 6)
    static let hppa = CPUType(rawValue: 11)
    static let mc88000 = CPUType(rawValue: 13)
    static let sparc = CPUType(rawValue: 14)
    static let i860 = CPUType(rawValue: 15)
    static let veo = CPUType(rawValue: 255)

    /// Whether pointers and Mach-O headers have 64 bits.
    public var is64Bit: Bool { rawValue & 0x0100_0000 != 0 }

    var isIntel: Bool { self == .i386 || self == .x86_64 }
}
