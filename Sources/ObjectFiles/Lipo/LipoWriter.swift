/// The operations of `lipo` that write a file.
struct LipoWriter {
    let options: LipoOptions
    let inputs: [LipoInput]

    /// Does what the options say. The output has the permission bits of the inputs; it may be one of them.
    func write() throws(LipoError) {
        guard let output = options.output else { throw .noOutput(flag: options.action.flag) }
        let pieces = try pieces()
        let mode = inputs.compactMap { System.mode(of: $0.path) }.reduce(0, |)
        do throws(ObjectFileError) {
            try System.write(pieces, to: output, mode: mode & 0o777)
        } catch {
            throw .file(error)
        }
    }

    private func pieces() throws(LipoError) -> [OutputPiece] {
        switch options.action {
        case .thin(let architecture):
            let file = try inputs[0].fat(for: "-thin")
            guard let slice = file.slice(for: architecture) else { throw missing(architecture) }
            return [.view(slice.bytes)]
        case .create: return try layout(inputs.flatMap(\.sources))
        case .extract(let wanted):
            let sources = try fatSources()
            try requireAll(wanted, in: sources)
            return try layout(sources.filter { source in wanted.contains { source.architecture.isSame(as: $0) } })
        case .extractFamily(let wanted):
            let kept = try fatSources().filter { source in wanted.contains { source.architecture.type == $0.type } }
            for architecture in wanted where !kept.contains(where: { $0.architecture.type == architecture.type }) {
                throw missing(architecture)
            }
            return try layout(kept)
        case .remove(let unwanted):
            let sources = try fatSources()
            try requireAll(unwanted, in: sources)
            return try layout(sources.filter { source in !unwanted.contains { source.architecture.isSame(as: $0) } })
        case .replace(let files): return try layout(try replaced(by: files))
        case .info, .detailedInfo, .archs, .verify: return []
        }
    }

    private func fatSources() throws(LipoError) -> [FatSource] {
        _ = try inputs[0].fat(for: options.action.flag)
        return inputs[0].sources
    }

    private func missing(_ architecture: MachOArchitecture) -> LipoError {
        .notContained(architecture: architecture.name, file: inputs[0].path, flag: options.action.flag)
    }

    private func requireAll(_ wanted: [MachOArchitecture], in sources: [FatSource]) throws(LipoError) {
        for architecture in wanted where !sources.contains(where: { $0.architecture.isSame(as: architecture) }) {
            throw missing(architecture)
        }
    }

    private func replaced(by files: [LipoOptions.Input]) throws(LipoError) -> [FatSource] {
        var sources = try fatSources()
        var done: [MachOArchitecture] = []
        for file in files {
            guard case .thin(let source) = try LipoInput(file).content else { throw .fatReplacement(file: file.path) }
            guard !done.contains(where: { $0.isSame(as: source.architecture) }) else {
                throw .repeatedFlag("-replace \(source.architecture.name)")
            }
            guard let index = sources.firstIndex(where: { $0.architecture.isSame(as: source.architecture) }) else {
                throw missing(source.architecture)
            }
            sources[index] = source
            done.append(source.architecture)
        }
        return sources
    }

    private func layout(_ sources: [FatSource]) throws(LipoError) -> [OutputPiece] {
        guard !sources.isEmpty else { throw .nothingLeft(file: inputs[0].path) }
        var sources = sources
        for (architecture, alignment) in options.alignments {
            guard let index = sources.firstIndex(where: { $0.architecture.isSame(as: architecture) }) else {
                throw .notContained(
                    architecture: architecture.name, file: options.output ?? "", flag: "-segalign")
            }
            sources[index].alignment = alignment
        }
        do throws(ObjectFileError) {
            return try FatLayout(sources, is64Bit: options.is64Bit).pieces()
        } catch {
            throw .file(error)
        }
    }
}
