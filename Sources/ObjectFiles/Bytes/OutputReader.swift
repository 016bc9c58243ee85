/// The bytes of a file that is about to be written, one buffer after another.
///
/// What comes from files is read, not mapped: that is faster, and the memory stays small however large the files are.
struct OutputReader {
    private let pieces: [OutputPiece]
    private var index = 0
    /// How much of the current piece has been given out.
    private var offset = 0
    /// What is known by now of the archive that is being given out.
    private var scan = ArchiveScan()

    init(_ pieces: [OutputPiece]) { self.pieces = pieces }

    /// Fills the buffer, and says how many bytes there were; fewer than it holds only at the end.
    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ObjectFileError) -> Int {
        var filled = 0
        while filled < buffer.count, index < pieces.count {
            let part = min(pieces[index].count - offset, buffer.count - filled)
            try give(part, to: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + part)]))
            filled += part
            offset += part
            guard offset == pieces[index].count else { break }
            try finish(pieces[index])
            index += 1
            offset = 0
        }
        return filled
    }

    private mutating func give(_ count: Int, to buffer: UnsafeMutableRawBufferPointer) throws(ObjectFileError) {
        guard count > 0 else { return }
        switch pieces[index] {
        case .bytes(let bytes): buffer.copyBytes(from: bytes[offset..<(offset + count)])
        case .view(let view): try view.slice(at: offset, count: count).copy(to: buffer)
        case .archive(let view, _):
            try view.slice(at: offset, count: count).copy(to: buffer)
            scan.take(UnsafeRawBufferPointer(buffer))
        case .zeros: buffer.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    private mutating func finish(_ piece: OutputPiece) throws(ObjectFileError) {
        guard case .archive(let view, let architecture) = piece else { return }
        defer { scan = ArchiveScan() }
        if scan.agreed == architecture { return }
        _ = try Archive(view).machOArchitecture()
    }
}
