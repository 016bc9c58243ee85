/// The processor of an ELF file. An open set: unknown processors keep their number.
///
/// Source: the System V ABI's list of e_machine values.
public struct ELFMachine: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let i386 = ELFMachine(rawValue: 3)
    public static let mips = ELFMachine(rawValue: 8)
    public static let powerPC = ELFMachine(rawValue: 20)
    public static let powerPC64 = ELFMachine(rawValue: 21)
    public static let s390 = ELFMachine(rawValue: 22)
    public static let arm = ELFMachine(rawValue: 40)
    public static let x86_64 = ELFMachine(rawValue: 62)
    public static let aarch64 = ELFMachine(rawValue: 183)
    public static let riscV = ELFMachine(rawValue: 243)
    public static let loongArch = ELFMachine(rawValue: 258)

    /// Returns the processor's name in triples; for some processors, it depends on the width and the byte order.
    func name(is64Bit: Bool, _ order: ByteOrder) -> String {
        let little = order == .little
        switch self {
        case .i386: return "i386"
        case .x86_64: return "x86_64"
        case .arm: return little ? "arm" : "armeb"
        case .aarch64: return little ? "aarch64" : "aarch64_be"
        case .riscV: return is64Bit ? "riscv64" : "riscv32"
        case .powerPC: return "powerpc"
        case .powerPC64: return little ? "powerpc64le" : "powerpc64"
        case .s390: return is64Bit ? "s390x" : "s390"
        case .mips: return (is64Bit ? "mips64" : "mips") + (little ? "el" : "")
        case .loongArch: return is64Bit ? "loongarch64" : "loongarch32"
        default: return "unknown(\(rawValue))"  // An open set.
        }
    }
}
