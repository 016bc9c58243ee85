/// The operations of `lipo` that write a file.
struct LipoWriter {
    let options: LipoOptions
    let inputs: [LipoInput]

    /// Performs the operation. The output has the permission bits of the last input, as with Apple's lipo; it may be
    /// one of the inputs. A thin output keeps its input's times too, by which linkers tell whether an archive's table
    /// of contents is older than the archive.
    func write() throws(LipoError) {
        let pieces = try pieces()
        // Drops the set-user-ID bits: the user of lipo may differ from the owner of the input.
        let mode = (inputs.last.flatMap { System.mode(of: $0.path) } ?? 0o644) & 0o1777
        let times = if case .thin = options.action { System.times(of: inputs[0].path) } else { FileTimes?.none }
        do throws(ObjectFileError) {
            try System.write(pieces, to: options.output, mode: mode, times: times)
        } catch {
            throw .file(error)
        }
    }

    private func pieces() throws(LipoError) -> [OutputPiece] {
        switch options.action {
        case .create: return try layout(inputs.flatMap(\.sources), is64Bit: options.is64Bit)
        case .thin(let architecture):
            let file = try inputs[0].fat(for: "-thin")
            guard let slice = file.slice(for: architecture) else { throw missing(architecture, "-thin") }
            return [.view(slice.bytes)]
        case .extract(let wanted, let families): return try extracted(wanted, families)
        case .remove(let unwanted):
            try requireAll(unwanted, "-remove")
            let kept = inputs[0].sources.filter { source in
                !unwanted.contains { source.architecture.isSame(as: $0) }
            }
            return try changed(kept, "-remove")
        case .replace(let replacements): return try changed(try replaced(by: replacements), "-replace")
        case .info, .detailedInfo, .archs, .verify: return []
        }
    }

    /// Returns the slice itself if the family has only one member, else a fat file.
    private func extracted(_ wanted: [MachOArchitecture], _ families: Bool) throws(LipoError) -> [OutputPiece] {
        let flag = families ? "-extract_family" : "-extract"
        _ = try inputs[0].fat(for: flag)
        let isWanted = { (source: FatSource, architecture: MachOArchitecture) in
            families ? source.architecture.type == architecture.type : source.architecture.isSame(as: architecture)
        }
        let sources = inputs[0].sources
        for architecture in wanted where !sources.contains(where: { isWanted($0, architecture) }) {
            throw missing(architecture, flag)
        }
        let kept = sources.filter { source in wanted.contains { isWanted(source, $0) } }
        let pieces = try changed(kept, flag)
        return families && kept.count == 1 ? [.view(kept[0].bytes)] : pieces
    }

    private func requireAll(_ wanted: [MachOArchitecture], _ flag: String) throws(LipoError) {
        let file = try inputs[0].fat(for: flag)
        for architecture in wanted where file.slice(for: architecture) == nil { throw missing(architecture, flag) }
    }

    private func replaced(by replacements: [LipoOptions.Replacement]) throws(LipoError) -> [FatSource] {
        _ = try inputs[0].fat(for: "-replace")
        var sources = inputs[0].sources
        for replacement in replacements {
            let source = try Self.source(replacement)
            guard let index = sources.firstIndex(where: { $0.architecture.isSame(as: source.architecture) }) else {
                throw missing(replacement.architecture, "-replace")
            }
            sources[index] = source
        }
        return sources
    }

    private static func source(_ replacement: LipoOptions.Replacement) throws(LipoError) -> FatSource {
        let file = try LipoInput(path: replacement.path, for: replacement.architecture, isHasty: true)
        guard let source = file.thin else { throw .wrongSlice(.fatReplacement(file: file.path)) }
        guard source.architecture.isSame(as: replacement.architecture) else {
            throw .wrongSlice(
                .otherArchitecture(
                    file: file.path, named: replacement.architecture.name, found: source.architecture.name,
                    flag: "-replace"))
        }
        return source
    }

    private func missing(_ architecture: MachOArchitecture, _ flag: String) -> LipoError {
        .wrongSlice(.notContained(architecture: architecture.name, file: inputs[0].path, flag: flag))
    }

    /// Returns a changed fat file, with offsets as wide as before.
    private func changed(_ sources: [FatSource], _ flag: String) throws(LipoError) -> [OutputPiece] {
        let wasWide = try inputs[0].fat(for: flag).is64Bit
        return try layout(sources, is64Bit: options.is64Bit || wasWide)
    }

    private func layout(_ sources: [FatSource], is64Bit: Bool) throws(LipoError) -> [OutputPiece] {
        guard !sources.isEmpty else { throw .wrongSlice(.nothingLeft(file: inputs[0].path)) }
        let layout = try filed(try aligned(sources), is64Bit)
        return layout.pieces(hidden: options.hidesARM64 ? try Self.hidden(in: layout.sources) : 0)
    }

    private func aligned(_ sources: [FatSource]) throws(LipoError) -> [FatSource] {
        if let twice = options.alignments.map(\.architecture).firstRepeated {
            throw .repeatedFlag("-segalign \(twice.name)")
        }
        var sources = sources
        for (architecture, alignment) in options.alignments {
            guard let index = sources.firstIndex(where: { $0.architecture.isSame(as: architecture) }) else {
                throw .wrongSlice(
                    .notContained(architecture: architecture.name, file: options.output, flag: "-segalign"))
            }
            sources[index].alignment = alignment
        }
        return sources
    }

    private func filed(_ sources: [FatSource], _ is64Bit: Bool) throws(LipoError) -> FatLayout {
        do throws(ObjectFileError) {
            return try is64Bit ? FatLayout(sources, is64Bit: true) : FatLayout(growing: sources)
        } catch {
            throw .file(error)
        }
    }

    /// Returns the number of slices that `-hideARM64` hides: those for 64-bit ARM, which come last, if there are 32-bit
    /// ones too.
    private static func hidden(in sources: [FatSource]) throws(LipoError) -> Int {
        if let other = sources.first(where: { !$0.isExecutable }) {
            throw .wrongSlice(.notExecutable(file: other.name, architecture: other.architecture.name))
        }
        guard sources.contains(where: { $0.architecture.type == .arm }) else { return 0 }
        return sources.count { $0.architecture.type == .arm64 }
    }
}
