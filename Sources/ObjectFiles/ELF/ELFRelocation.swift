/// The types of relocations that store an absolute address, or a part of one.
///
/// Types that are relative to the place, to the global offset table or to the thread's storage are excluded. Sources:
/// the processors' supplements of the System V ABI (i386, x86-64, Arm, AArch64, RISC-V, PowerPC, s390x, LoongArch),
/// each in its table of relocation types.
enum ELFRelocation {
    /// Returns the types; nil for processors without a table here. MIPS has none: its position-independent code uses
    /// the same types as other code.
    static func absolute(_ machine: ELFMachine) -> [ClosedRange<UInt32>]? {
        switch machine {
        case .x86_64: [1...1, 10...12, 14...14]
        case .i386: [1...1, 20...20, 22...22]
        // ABS32, ABS16, ABS12, THM_ABS5, ABS8, the halves of MOVW and MOVT in both instruction sets.
        case .arm: [2...2, 5...8, 43...44, 47...48]
        // ABS64, ABS32, ABS16, MOVW_UABS_*, MOVW_SABS_*.
        case .aarch64: [257...259, 263...272]
        // 32, 64, HI20, LO12_I, LO12_S.
        case .riscV: [1...2, 26...28]
        // ADDR32, ADDR24, ADDR16*, ADDR14*.
        case .powerPC: [1...9]
        // The same, and ADDR64, ADDR16_HIGHER*, ADDR16_HIGHEST*, ADDR16_DS, ADDR16_LO_DS.
        case .powerPC64: [1...9, 38...42, 56...57]
        // 8, 12, 16, 32, 64, 20.
        case .s390: [1...4, 22...22, 57...57]
        // 32, 64, ABS_*.
        case .loongArch: [1...2, 67...70]
        default: nil  // An open set.
        }
    }
}
