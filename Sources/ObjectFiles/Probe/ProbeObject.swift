/// An object between `--start-lib` and `--end-lib`: like a member of an archive, it is loaded when one of its symbols
/// is referenced.
struct ProbeObject {
    let file: MachOFile
    let label: String
    /// The external symbols that the object defines, including common symbols, in the order of its symbol table.
    let names: [String]
    private let offered: Set<String>
    /// Whether the object is already part of the link.
    var isTaken = false

    init(_ file: MachOFile, _ label: String) throws(ObjectFileError) {
        self.file = file
        self.label = label
        names = try file.symbols().filter { $0.isExternal && $0.definition != .undefined }.map(\.name)
        offered = Set(names)
    }

    func offers(_ name: String) -> Bool { !isTaken && offered.contains(name) }
}
