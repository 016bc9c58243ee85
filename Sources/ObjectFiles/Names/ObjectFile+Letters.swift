/// Determines nm's letters.
extension ObjectFile {
    func letter(of symbol: ObjectSymbol, _ sections: [ObjectSection]) -> Character {
        if symbol.binding == .weak, let letter = weakLetter(symbol) { return letter }
        if symbol.definition == .undefined { return "U" }
        if symbol.definition == .common { return "C" }
        let letter = localLetter(symbol, sections)
        // The letter of an indirect function is always lower case.
        if case .elf = self, symbol.place == .indirect { return letter }
        return symbol.isExternal ? Character(letter.uppercased()) : letter
    }

    /// Returns the letter of a weak symbol; nil if the format's weak symbols have the letters of other symbols.
    private func weakLetter(_ symbol: ObjectSymbol) -> Character? {
        let isUndefined = symbol.definition == .undefined
        switch self {
        case .machO: return nil
        case .elf: return symbol.isObject ? (isUndefined ? "v" : "V") : isUndefined ? "w" : "W"
        case .wasm: return isUndefined ? "w" : "W"
        // Each weak external has a default definition, even if that is empty.
        case .coff, .coffImport: return "W"
        }
    }

    private func localLetter(_ symbol: ObjectSymbol, _ sections: [ObjectSection]) -> Character {
        switch symbol.place {
        case .absolute: return "a"
        case .indirect: return "i"
        case .debugging: return "n"
        case .nowhere: return "?"
        case .section(let index):
            guard sections.indices.contains(index) else { return "?" }
            return letter(of: sections[index])
        }
    }

    private func letter(of section: ObjectSection) -> Character {
        switch self {
        case .machO: Self.appleLetters["\(section.segment),\(section.name)"] ?? "s"
        case .coff where section.name.hasPrefix(".idata"): "i"
        case .wasm: section.contents == .code ? "t" : "d"
        case .elf, .coff, .coffImport:
            switch section.contents {
            case .code: "t"
            case .data: "d"
            case .readOnlyData: "r"
            case .zeroFilled: "b"
            case .debugInformation: "N"
            case .other: "n"
            }
        }
    }

    /// The sections of Mach-O with specific letters; all others have `s`.
    private static let appleLetters: [String: Character] = [
        "__TEXT,__text": "t", "__DATA,__data": "d", "__DATA,__bss": "b",
    ]

    var addressDigits: Int {
        switch self {
        case .machO(let file): file.header.is64Bit ? 16 : 8
        case .elf(let file): file.header.is64Bit ? 16 : 8
        case .coff, .coffImport, .wasm: 8
        }
    }

    /// Returns whether a name only marks the start of code or data, for disassemblers.
    ///
    /// Source: the ABI supplements of Arm, AArch64 and RISC-V, "Mapping symbols".
    func isMappingSymbol(_ name: String) -> Bool {
        guard case .elf(let file) = self else { return false }
        // RISC-V's assembler makes symbols without names for the differences of addresses.
        if name.isEmpty || file.header.machine == .riscV && name == ".L0 " { return true }
        guard name.utf8.first == UInt8(ascii: "$") else { return false }
        let kinds: [Character] =
            switch file.header.machine {
            case .arm: ["a", "d", "t"]
            case .aarch64, .riscV: ["d", "x"]
            default: []  // An open set.
            }
        return name.dropFirst().first.map(kinds.contains) ?? false
    }
}
