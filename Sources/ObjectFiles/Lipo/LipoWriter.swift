/// The operations of `lipo` that write a file.
struct LipoWriter {
    let options: LipoOptions
    let inputs: [LipoInput]

    /// Performs the operation. The output may replace an input, and has the permission bits of the last input, as with
    /// Apple's lipo. A thin output also has the times of its input: linkers compare them with the time in an archive's
    /// table of contents.
    func write() throws(LipoError) {
        let pieces = try pieces()
        // Drops the set-user-ID bits: the user of lipo may differ from the owner of the input.
        let mode = (inputs.last.flatMap { System.mode(of: $0.path) } ?? 0o644) & 0o1777
        let times = options.operation == .thin ? System.times(of: inputs[0].path) : nil
        try LipoError.reading { () throws(ObjectFileError) in
            try System.write(pieces, to: options.output ?? "", mode: mode, times: times)
        }
    }

    private func pieces() throws(LipoError) -> [OutputPiece] {
        switch options.operation {
        case .create: return try layout(inputs.flatMap(\.sources), is64Bit: options.is64Bit)
        case .thin: return try named("-thin").map { .view($0.bytes) }
        case .extract:
            let flag = options.selectsFamilies ? "-extract_family" : "-extract"
            let kept = try named(flag)
            let pieces = try changed(kept, flag)
            // A family with only one member becomes a thin file.
            return options.selectsFamilies && kept.count == 1 ? [.view(kept[0].bytes)] : pieces
        case .remove:
            _ = try named("-remove")
            return try changed(inputs[0].sources.filter { !isNamed($0) }, "-remove")
        case .replace: return try changed(try replaced(), "-replace")
        case .info, .detailedInfo, .archs, .verify: return []
        }
    }

    /// Returns the slices that the operation names; throws for an architecture without one.
    private func named(_ flag: String) throws(LipoError) -> [FatSource] {
        _ = try inputs[0].fat(for: flag)
        let sources = inputs[0].sources
        for architecture in options.architectures where !sources.contains(where: { selects(architecture, $0) }) {
            throw missing(architecture, flag)
        }
        return sources.filter(isNamed)
    }

    private func isNamed(_ source: FatSource) -> Bool { options.architectures.contains { selects($0, source) } }

    private func selects(_ named: MachOArchitecture, _ source: FatSource) -> Bool {
        options.selectsFamilies ? named.type == source.architecture.type : named.isSame(as: source.architecture)
    }

    private func replaced() throws(LipoError) -> [FatSource] {
        _ = try inputs[0].fat(for: "-replace")
        var sources = inputs[0].sources
        for (architecture, path) in options.replacements {
            let source = try Self.replacement(for: architecture, path)
            guard let index = sources.firstIndex(where: { $0.architecture.isSame(as: source.architecture) }) else {
                throw missing(architecture, "-replace")
            }
            sources[index] = source
        }
        return sources
    }

    private static func replacement(for named: MachOArchitecture, _ path: String) throws(LipoError) -> FatSource {
        let file = try LipoInput(path: path, for: named, checksWhileCopying: true)
        guard let source = file.thin else { throw .wrongSlice(.fatReplacement(file: path)) }
        guard source.architecture.isSame(as: named) else {
            throw .wrongSlice(
                .otherArchitecture(file: path, named: named.name, found: source.architecture.name, flag: "-replace"))
        }
        return source
    }

    private func missing(_ architecture: MachOArchitecture, _ flag: String) -> LipoError {
        .wrongSlice(.notContained(architecture: architecture.name, file: inputs[0].path, flag: flag))
    }

    /// Returns the pieces of a fat file with these slices. Its offsets have 64 bits if the input's have, or if requested.
    private func changed(_ sources: [FatSource], _ flag: String) throws(LipoError) -> [OutputPiece] {
        let wasWide = try inputs[0].fat(for: flag).is64Bit
        return try layout(sources, is64Bit: options.is64Bit || wasWide)
    }

    private func layout(_ sources: [FatSource], is64Bit: Bool) throws(LipoError) -> [OutputPiece] {
        guard !sources.isEmpty else { throw .wrongSlice(.nothingLeft(file: inputs[0].path)) }
        let sources = try aligned(sources)
        let layout = try LipoError.reading { () throws(ObjectFileError) in
            try is64Bit ? FatLayout(sources, is64Bit: true) : FatLayout(growing: sources)
        }
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
                    .notContained(architecture: architecture.name, file: options.output ?? "", flag: "-segalign"))
            }
            sources[index].alignment = alignment
        }
        return sources
    }

    /// Returns the number of slices that `-hideARM64` hides: the slices for 64-bit ARM, which come last, or none if there
    /// is no slice for 32-bit ARM.
    private static func hidden(in sources: [FatSource]) throws(LipoError) -> Int {
        if let other = sources.first(where: { !$0.isExecutable }) {
            throw .wrongSlice(.notExecutable(file: other.name, architecture: other.architecture.name))
        }
        guard sources.contains(where: { $0.architecture.type == .arm }) else { return 0 }
        return sources.count { $0.architecture.type == .arm64 }
    }
}
