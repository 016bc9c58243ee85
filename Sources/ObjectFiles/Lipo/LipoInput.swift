/// A mapped input file of `lipo`, and its kind.
struct LipoInput {
    let path: String
    let content: Content

    enum Content {
        case fat(FatFile)
        /// An object or an archive.
        case thin(FatSource)
        /// Any other file, whose architecture `-arch` gives.
        case data(FatSource)
    }

    /// Reads a file. `named` is its architecture if the file does not record one; with `checksWhileCopying`,
    /// archives are examined while they are written.
    init(path: String, for named: MachOArchitecture?, checksWhileCopying: Bool) throws(LipoError) {
        self.path = path
        content = try LipoError.reading { () throws(ObjectFileError) in
            let bytes = try ByteView(copyingFrom: path)
            if FatFile.isMagic(bytes) { return .fat(try FatFile(bytes)) }
            if let named, !FatSource.recordsArchitecture(bytes) { return .data(FatSource(data: bytes, for: named)) }
            return .thin(try FatSource(thinFile: bytes, named: named, checksWhileCopying: checksWhileCopying))
        }
    }

    /// Reads a file and compares it with the architecture of `-arch`, if given. As with Apple's lipo, the family must
    /// match: `-arch armv7` fits an armv6 object.
    init(checked path: String, for named: MachOArchitecture?, checksWhileCopying: Bool) throws(LipoError) {
        try self.init(path: path, for: named, checksWhileCopying: checksWhileCopying)
        guard let named else { return }
        guard let thin else { throw .wrongSlice(.architectureOfFat(file: path)) }
        guard named.type == thin.architecture.type else {
            throw .wrongSlice(
                .otherArchitecture(file: path, named: named.name, found: thin.architecture.name, flag: "-arch"))
        }
    }

    var sources: [FatSource] {
        switch content {
        case .fat(let file): file.slices.map(FatSource.init)
        case .thin(let source), .data(let source): [source]
        }
    }

    /// The only slice of a file that is not fat.
    var thin: FatSource? {
        switch content {
        case .fat: nil
        case .thin(let source), .data(let source): source
        }
    }

    /// Returns the fat file that an operation needs.
    func fat(for flag: String) throws(LipoError) -> FatFile {
        guard case .fat(let file) = content else { throw .wrongSlice(.notFat(file: path, flag: flag)) }
        return file
    }
}
