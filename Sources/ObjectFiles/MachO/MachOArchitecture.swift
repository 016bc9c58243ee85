/// A processor as Mach-O and fat headers name it: a family and a member of it.
///
/// Source: Apple's `mach/machine.h` (CPU_SUBTYPE_*) and `arch(3)` for the words.
public struct MachOArchitecture: Hashable, Sendable {
    public var type: CPUType
    /// The member of the family, with the capability bits (the upper 8) as they stand in the file.
    public var subtype: UInt32

    public init(type: CPUType, subtype: UInt32) {
        self.type = type
        self.subtype = subtype
    }

    /// The member without its capability bits: what tells one slice from another.
    public var bareSubtype: UInt32 { subtype & 0x00FF_FFFF }

    /// Whether both would run the same slice.
    public func isSame(as other: MachOArchitecture) -> Bool {
        type == other.type && bareSubtype == other.bareSubtype
    }

    /// lipo's word; nil for one that has none.
    public var knownName: String? { Self.table.first { isSame(as: $0.architecture) }?.name }

    /// lipo's word, or `unknown(TYPE,SUBTYPE)`.
    public var name: String { knownName ?? "unknown(\(type.rawValue),\(bareSubtype))" }

    /// The architecture of a word of lipo's; nil when it is none.
    public init?(name: String) {
        guard let row = Self.table.first(where: { $0.name == name }) else { return nil }
        self = row.architecture
    }

    /// Every word that lipo knows, in the order in which messages list them.
    public static let names: [String] = table.map(\.name)

    private static let table: [(name: String, architecture: MachOArchitecture)] = [
        ("i386", MachOArchitecture(type: .i386, subtype: 3)),
        ("x86_64", MachOArchitecture(type: .x86_64, subtype: 3)),
        ("x86_64h", MachOArchitecture(type: .x86_64, subtype: 8)),
        ("armv4t", MachOArchitecture(type: .arm, subtype: 5)),
        ("arm", MachOArchitecture(type: .arm, subtype: 0)),
        ("armv5e", MachOArchitecture(type: .arm, subtype: 7)),
        ("armv6", MachOArchitecture(type: .arm, subtype: 6)),
        ("armv6m", MachOArchitecture(type: .arm, subtype: 14)),
        ("armv7", MachOArchitecture(type: .arm, subtype: 9)),
        ("armv7em", MachOArchitecture(type: .arm, subtype: 16)),
        ("armv7k", MachOArchitecture(type: .arm, subtype: 12)),
        ("armv7m", MachOArchitecture(type: .arm, subtype: 15)),
        ("armv7s", MachOArchitecture(type: .arm, subtype: 11)),
        ("arm64", MachOArchitecture(type: .arm64, subtype: 0)),
        ("arm64v8", MachOArchitecture(type: .arm64, subtype: 1)),
        ("arm64e", MachOArchitecture(type: .arm64, subtype: 2)),
        ("arm64_32", MachOArchitecture(type: .arm64_32, subtype: 1)),
        ("ppc", MachOArchitecture(type: .powerPC, subtype: 0)),
        ("ppc64", MachOArchitecture(type: .powerPC64, subtype: 0)),
    ]
}

extension MachOArchitecture: CustomStringConvertible {
    public var description: String { name }
}
