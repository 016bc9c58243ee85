/// A processor in Mach-O and fat headers: a family and a member of it.
///
/// Source: Apple's `mach/machine.h` (CPU_SUBTYPE_*) and `arch(3)` for the words.
public struct MachOArchitecture: Hashable, Sendable {
    public var type: CPUType
    /// The member of the family, with the capability bits (the upper 8) as in the file.
    public var subtype: UInt32

    /// The member without its capability bits: the part that distinguishes slices.
    public var bareSubtype: UInt32 { subtype & 0x00FF_FFFF }

    /// Returns whether both architectures denote the same slice.
    public func isSame(as other: MachOArchitecture) -> Bool {
        type == other.type && bareSubtype == other.bareSubtype
    }

    /// lipo's word; nil if there is none.
    public var knownName: String? { ArchitectureName.of(self)?.word }

    /// lipo's word, or `unknown(TYPE,SUBTYPE)`.
    public var name: String { knownName ?? "unknown(\(type.rawValue),\(bareSubtype))" }

    /// All words of lipo, in the order in which messages list them.
    public static let names: [String] = ArchitectureName.all.map(\.word)
}

extension MachOArchitecture: CustomStringConvertible {
    /// Reads one of lipo's words; nil for any other text.
    public init?(name: String) {
        guard let row = ArchitectureName.all.first(where: { $0.word == name }) else { return nil }
        self = row.architecture
    }

    public var description: String { name }
}
