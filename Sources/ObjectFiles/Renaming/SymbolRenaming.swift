/// New names for a library's global symbols: a prefix before what C calls them.
///
/// Two libraries that both carry a third one then link into one program, each with its own. References to the same
/// names change with the definitions; every other name stays. Names are renamed as linkers see them: behind the
/// underscore that Mach-O, and COFF on i386, put before C's names.
public struct SymbolRenaming: Hashable, Sendable {
    /// What is put before each name.
    public let prefix: String
    /// Names as C spells them.
    public let names: Set<String>

    public init(prefix: String, names: Set<String>) {
        self.prefix = prefix
        self.names = names
    }

    /// The names that the objects of archives define for others, of all their slices.
    ///
    /// Left out is what compilers make and share between all objects of a program,
    /// and what begins with the prefix already.
    public init(prefix: String, archives: [ByteView]) throws(ObjectFileError) {
        var names: Set<String> = []
        for bytes in archives {
            for unit in try ObjectInventory(bytes).slices.flatMap(\.units) {
                let object = try ObjectFile(unit.bytes)
                let mangling = SymbolMangling(object)
                for symbol in try object.symbols() where symbol.isExternal && symbol.definition != .undefined {
                    let bare = mangling.bare(symbol.name)
                    if !SymbolPrefix.isCompilers(symbol.name), !bare.isEmpty { names.insert(bare) }
                }
            }
        }
        self.init(prefix: prefix, names: names.filter { !$0.hasPrefix(prefix) })
    }

    /// Whether a text can begin a name of C: letters, digits and `_`, no digit first.
    public static func isPrefix(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
    }

    /// The new name; nil for one that stays.
    func renamed(_ name: String, _ mangling: SymbolMangling) -> String? {
        if let own = mangling.weakName(name) { return own.hasPrefix(prefix) ? nil : ".weak." + prefix + own }
        let (front, bare) = mangling.split(name)
        return names.contains(bare) ? front + prefix + bare : nil
    }
}

/// What a format puts before C's names.
struct SymbolMangling {
    private let marks: [String]
    private let isCOFF: Bool

    init(_ object: ObjectFile) {
        switch object {
        case .coff, .coffImport: isCOFF = true
        case .machO, .elf, .wasm: isCOFF = false
        }
        switch object {
        case .machO: marks = ["_"]
        case .coff(let file): marks = Self.coff(file.machine)
        case .coffImport(let file): marks = Self.coff(file.machine)
        case .elf, .wasm: marks = []
        }
    }

    /// MinGW's pointer to a name stands in a symbol of its own, which is merged with those of other objects.
    private static func coff(_ machine: UInt16) -> [String] {
        machine == 0x014C ? [".refptr._", "_"] : [".refptr."]
    }

    /// Mach-O and COFF know names without a mark too: those of assembly, which C cannot say.
    func split(_ name: String) -> (front: String, bare: String) {
        for mark in marks where name.hasPrefix(mark) { return (mark, String(name.dropFirst(mark.count))) }
        return ("", name)
    }

    /// What stands behind `.weak.`: COFF keeps a weak definition under such a name, which no other object may have.
    func weakName(_ name: String) -> String? {
        isCOFF && name.hasPrefix(".weak.") ? String(name.dropFirst(6)) : nil
    }

    func bare(_ name: String) -> String { split(name).bare }
}
