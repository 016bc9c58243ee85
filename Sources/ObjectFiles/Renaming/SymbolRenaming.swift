/// New names for a library's global symbols: a prefix before their names in C.
///
/// Two libraries that both contain a third one can then be linked into one program, each with its own copy. References
/// to the renamed symbols change with the definitions; every other name stays. The prefix follows the underscore that
/// Mach-O, and COFF on i386, put before C's names.
public struct SymbolRenaming: Hashable, Sendable {
    /// The prefix of each name.
    public let prefix: String
    /// The names to change, in C's spelling.
    public let names: Set<String>

}

extension SymbolRenaming {
    /// Collects the names that the objects of archives define for others, in all slices.
    ///
    /// Leaves out names that compilers generate and use in several objects, and names that already begin with the
    /// prefix.
    public init(prefix: String, archives: [ByteView]) throws(ObjectFileError) {
        var names: Set<String> = []
        for bytes in archives {
            for unit in try ObjectInventory(bytes).slices.flatMap(\.units) {
                let object = try ObjectFile(unit.bytes)
                let mangling = SymbolMangling(object)
                for symbol in try object.symbols() where symbol.isExternal && symbol.definition != .undefined {
                    let bare = mangling.bare(symbol.name)
                    if !SymbolNamespace.isCompilers(symbol.name), !bare.isEmpty { names.insert(bare) }
                }
            }
        }
        self.init(prefix: prefix, names: names.filter { !$0.hasPrefix(prefix) })
    }

    /// Returns whether a text can begin a name of C: letters, digits and `_`, no digit first.
    public static func isPrefix(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
    }

    /// Returns the new name; nil for a name that stays.
    func renamed(_ name: String, _ mangling: SymbolMangling) -> String? {
        if let own = mangling.weakName(name) { return own.hasPrefix(prefix) ? nil : ".weak." + prefix + own }
        let (front, bare) = mangling.split(name)
        return names.contains(bare) ? front + prefix + bare : nil
    }
}

/// The prefixes that a format adds to C's names.
struct SymbolMangling {
    private let marks: [String]
    private let isCOFF: Bool

    init(_ object: ObjectFile) {
        switch object {
        case .machO: (marks, isCOFF) = (["_"], false)
        case .coff(let file): (marks, isCOFF) = (Self.coff(file.machine), true)
        case .coffImport(let file): (marks, isCOFF) = (Self.coff(file.machine), true)
        case .elf, .wasm: (marks, isCOFF) = ([], false)
        }
    }

    /// Returns the prefixes of COFF. MinGW stores the pointer to `NAME` in a symbol `.refptr.NAME`, which linkers merge
    /// with those of other objects.
    private static func coff(_ machine: UInt16) -> [String] {
        machine == 0x014C ? [".refptr._", "_"] : [".refptr."]
    }

    /// Splits a name into mark and C name. Mach-O and COFF also have names without a mark: those of assembly, which C
    /// cannot express.
    func split(_ name: String) -> (front: String, bare: String) {
        for mark in marks where name.hasPrefix(mark) { return (mark, String(name.dropFirst(mark.count))) }
        return ("", name)
    }

    /// Returns the part after `.weak.`; nil for other names. COFF stores a weak definition under such a name, which
    /// must be unique among objects.
    func weakName(_ name: String) -> String? {
        isCOFF && name.hasPrefix(".weak.") ? String(name.dropFirst(6)) : nil
    }

    func bare(_ name: String) -> String { split(name).bare }
}
