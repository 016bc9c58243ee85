/// A dynamic library that a link can take symbols from, with those that it re-exports.
struct ProbeLibrary {
    private var own: Exports
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
        missing = stub.missingReexports(for: target)
    }

    /// Of a Mach-O library or, for `-bundle_loader`, an executable.
    init(_ file: MachOFile) throws(ObjectFileError) {
        let exported = try file.symbols().filter { $0.isExternal && !$0.isHidden && $0.definition != .undefined }
        own = .names(Set(exported.map(\.name)))
        var missing: [String] = []
        for command in file.commands where command.kind == .reexportedLibrary {
            let offset: UInt32 = try command.bytes.integer(at: 8, file.header.order)
            missing.append(try command.bytes.terminatedText(at: Int(offset)))
        }
        self.missing = missing
    }

    /// Whether it provides a symbol; not when it says that it hides it from programs for that very version.
    func provides(_ name: String, minimum version: PackedVersion) -> Bool {
        let isOwn = has(name) && !has("$ld$hide$os\(version.major).\(version.minor)$\(name)")
        return isOwn || reexported.contains { $0.provides(name, minimum: version) }
    }

    private func has(_ name: String) -> Bool {
        switch own {
        case .stub(let index): index.contains(name)
        case .names(let names): names.contains(name)
        }
    }
}
