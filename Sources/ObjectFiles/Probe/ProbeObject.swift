/// An object between `--start-lib` and `--end-lib`: like a member of an archive it waits until somebody asks for a
/// symbol that it defines.
struct ProbeObject {
    let file: MachOFile
    let label: String
    /// What it defines for others, common symbols too, in the order of its table.
    let names: [String]
    private let offered: Set<String>
    /// Whether it is part of the link by now.
    var isTaken = false

    init(_ file: MachOFile, _ label: String) throws(ObjectFileError) {
        self.file = file
        self.label = label
        names = try file.symbols().filter { $0.isExternal && $0.definition != .undefined }.map(\.name)
        offered = Set(names)
    }

    func offers(_ name: String) -> Bool { !isTaken && offered.contains(name) }
}
