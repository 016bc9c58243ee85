/// Loads the files of a link: finds the part for the link's processor, checks the platform, and determines the kind.
extension ProbeLinker {
    mutating func load(_ path: String, _ loading: ProbeOptions.Input.Loading) {
        do throws(ObjectFileError) {
            guard System.exists(path) else { return fail("cannot open \(path): No such file or directory") }
            guard let bytes = try slice(of: ByteView(path: path)) else { return }
            try load(bytes, path, loading)
            try finish()
        } catch {
            if error.fault == .unknownFormat { fail("\(path): unhandled file type") } else { fail("\(error)") }
        }
    }

    /// Returns the part of a file for the link's architecture; nil, with a warning, when a fat file has none.
    private mutating func slice(of bytes: ByteView) throws(ObjectFileError) -> ByteView? {
        guard try FileKind(of: bytes) == .fat else { return bytes }
        let file = try FatFile(bytes)
        if let slice = file.slice(for: architecture) { return slice.bytes }
        let present = file.slices.map(\.architecture.name).joined(separator: ",")
        report(
            "\(bytes.name): ignoring file because it is universal (\(present)) but does not contain the "
                + "\(architecture.name) architecture")
        return nil
    }

    private mutating func load(
        _ bytes: ByteView, _ path: String, _ loading: ProbeOptions.Input.Loading
    ) throws(ObjectFileError) {
        switch try FileKind(of: bytes) {
        case .archive: try load(try Archive(bytes), path, loading)
        case .textStub:
            guard loaded.insert(path).inserted else { return }
            try load(try TextStub(bytes), path)
        case .object(.machO):
            let file = try MachOFile(bytes)
            let waits = loading == .waiting && file.kind == .object && !options.loadsAllMembers
            if waits { try wait(for: file, path) } else { try load(file, path) }
            if file.kind == .object { contents.append(bytes) }
        case .object(.elf), .object(.coff), .object(.wasm), .bitcode, .fat: fail("\(path): unhandled file type")
        }
    }

    mutating func load(_ file: MachOFile, _ label: String) throws(ObjectFileError) {
        guard isCompatible(file.architecture, label), try isForPlatform(file, label) else { return }
        switch file.kind {
        case .object: try take(file, label)
        case .dynamicLibrary, .executable, .bundle: addLibrary(try ProbeLibrary(file))
        case .importObject, .other: fail("\(label): unhandled file type")
        }
    }

    mutating func isCompatible(_ own: MachOArchitecture, _ label: String) -> Bool {
        if own.isSame(as: architecture) { return true }
        report(
            "\(label) has architecture \(own.name) which is incompatible with target architecture "
                + architecture.name)
        return false
    }

    /// Returns whether a file is for the link's platform; a device and its simulator count as one platform.
    private mutating func isForPlatform(_ file: MachOFile, _ label: String) throws(ObjectFileError) -> Bool {
        guard let platform = options.platform, let first = try file.buildVersion() else { return true }
        if let own = try file.buildVersions().first(where: { $0.platform.ofDevice == platform.ofDevice }) {
            if own.minimum > options.minimumVersion {
                warn(
                    "\(label) has version \(own.minimum), which is newer than target minimum of "
                        + "\(options.minimumVersion)")
            }
            return true
        }
        fail("\(label) has platform \(first.platform), which is different from target platform \(platform)")
        return false
    }

    private mutating func load(_ stub: TextStub, _ path: String) throws(ObjectFileError) {
        guard stub.supports(options.target) else {
            let installName = stub.documents.first?.installName ?? ""
            return fail("\(path)(\(installName)) is incompatible with \(options.target)")
        }
        var library = ProbeLibrary(stub, target: options.target)
        for name in library.missing {
            guard let found = search.installed(name), loaded.insert(found).inserted else { continue }
            let bytes = try ByteView(path: found)
            if try FileKind(of: bytes) == .textStub {
                library.reexported.append(ProbeLibrary(try TextStub(bytes), target: options.target))
            } else if let bytes = try slice(of: bytes) {
                library.reexported.append(try ProbeLibrary(try MachOFile(bytes)))
            }
        }
        addLibrary(library)
    }
}
