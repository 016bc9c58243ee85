/// Inspects archives in a file while the file is written. If only the first object of an archive was examined before,
/// all its objects must have the architecture of the first.
struct OutputInspector {
    private let pieces: [OutputPiece]
    private var index = 0
    /// The number of bytes taken of the current piece.
    private var offset = 0
    /// The scan of the current archive.
    private var scan = ArchiveScan()

    init(_ pieces: [OutputPiece]) { self.pieces = pieces }

    /// Inspects the next bytes of the file. Callers must pass all bytes in order, in parts of any size.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(ObjectFileError) {
        var rest = bytes[...]
        while index < pieces.count {
            let part = rest.prefix(pieces[index].count - offset)
            rest = rest.dropFirst(part.count)
            offset += part.count
            if case .archive = pieces[index], !part.isEmpty { scan.take(UnsafeRawBufferPointer(rebasing: part)) }
            guard offset == pieces[index].count else { return }
            try finish(pieces[index])
            index += 1
            offset = 0
        }
    }

    private mutating func finish(_ piece: OutputPiece) throws(ObjectFileError) {
        guard case .archive(let view, let architecture) = piece else { return }
        defer { scan = ArchiveScan() }
        if scan.agreed == architecture { return }
        _ = try Archive(view).machOArchitecture()
    }
}
