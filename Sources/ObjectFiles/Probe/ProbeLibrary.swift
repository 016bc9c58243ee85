/// A dynamic library that provides symbols to a link, with the libraries that it re-exports.
struct ProbeLibrary {
    private let isStrong: (String) -> Bool
    private let isWeak: (String) -> Bool
    var reexported: [ProbeLibrary] = []
    /// Install names of re-exported libraries in other files.
    let missing: [String]

    /// Makes a library from a .tbd.
    init(_ stub: TextStub, target: String) {
        isStrong = TextStubIndex(stub, target: target, weak: false).contains
        isWeak = TextStubIndex(stub, target: target, weak: true).contains
        missing = stub.missingReexports(for: target)
    }

    /// Makes a library from a Mach-O library or, for `-bundle_loader`, an executable.
    init(_ file: MachOFile) throws(ObjectFileError) {
        let exported = try file.symbols().filter { $0.isExternal && !$0.isHidden && $0.definition != .undefined }
        isStrong = Set(exported.filter { $0.binding != .weak }.map(\.name)).contains
        isWeak = Set(exported.filter { $0.binding == .weak }.map(\.name)).contains
        var missing: [String] = []
        for command in file.commands where command.kind == .reexportedLibrary {
            let offset: UInt32 = try command.bytes.integer(at: 8, file.header.order)
            missing.append(try command.bytes.terminatedText(at: Int(offset)))
        }
        self.missing = missing
    }

    enum Strength {
        case weak
        case strong
    }

    /// Returns the strength with which the library provides a symbol; nil if it does not provide the symbol, or hides
    /// it from programs for that minimum version.
    func strength(of name: String, minimum version: PackedVersion) -> Strength? {
        var best: Strength? = isStrong(name) ? .strong : isWeak(name) ? .weak : nil
        if best != nil, isStrong("$ld$hide$os\(version.major).\(version.minor)$\(name)") { best = nil }
        for library in reexported where best != .strong {
            best = library.strength(of: name, minimum: version) ?? best
        }
        return best
    }
}
