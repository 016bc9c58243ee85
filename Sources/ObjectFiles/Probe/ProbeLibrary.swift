/// A dynamic library that a link can take symbols from, with those that it re-exports.
struct ProbeLibrary {
    private var own: Exports
    /// Those of its symbols that it defines weakly.
    private let weak: Set<String>
    var reexported: [ProbeLibrary] = []
    /// Install names of re-exported libraries that are elsewhere.
    let missing: [String]

    private enum Exports {
        case stub(TextStubIndex)
        case names(Set<String>)
    }

    /// Of a .tbd.
    init(_ stub: TextStub, target: String) {
        own = .stub(TextStubIndex(stub, target: target))
        weak = Set(stub.groups(for: target).filter { $0.kind == .weak }.flatMap { $0.words.map(stub.text) })
        missing = stub.missingReexports(for: target)
    }

    /// Of a Mach-O library or, for `-bundle_loader`, an executable.
    init(_ file: MachOFile) throws(ObjectFileError) {
        let exported = try file.symbols().filter { $0.isExternal && !$0.isHidden && $0.definition != .undefined }
        own = .names(Set(exported.map(\.name)))
        weak = Set(exported.filter { $0.binding == .weak }.map(\.name))
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

    /// How it provides a symbol, if it does; not when it says that it hides it from programs for that very version.
    func strength(of name: String, minimum version: PackedVersion) -> Strength? {
        var best: Strength?
        if has(name), !has("$ld$hide$os\(version.major).\(version.minor)$\(name)") {
            best = weak.contains(name) ? .weak : .strong
        }
        for library in reexported where best != .strong {
            best = library.strength(of: name, minimum: version) ?? best
        }
        return best
    }

    private func has(_ name: String) -> Bool {
        switch own {
        case .stub(let index): index.contains(name)
        case .names(let names): names.contains(name)
        }
    }
}
