/// The bytes of a file to be written. Any part of them can be read any number of times.
///
/// Bytes from files are read, not mapped: this is faster, and needs little memory for files of any size.
struct OutputContents: Sendable {
    let count: Int
    private let pieces: [(start: Int, piece: OutputPiece)]

    init(_ pieces: [OutputPiece]) {
        var start = 0
        self.pieces = pieces.map { piece in
            defer { start += piece.count }
            return (start, piece)
        }
        count = start
    }

    /// Fills the buffer with the bytes at an offset; the buffer must not extend past the end.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ObjectFileError) {
        let end = offset + buffer.count
        for (start, piece) in pieces where start < end && start + piece.count > offset {
            let wanted = max(offset, start)..<min(end, start + piece.count)
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer[(wanted.lowerBound - offset)..<(wanted.upperBound - offset)])
            try Self.read(piece, at: wanted.lowerBound - start, part)
        }
    }

    private static func read(
        _ piece: OutputPiece, at offset: Int, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(ObjectFileError) {
        switch piece {
        case .bytes(let bytes): buffer.copyBytes(from: bytes[offset..<(offset + buffer.count)])
        case .view(let view), .archive(let view, _): try view.slice(at: offset, count: buffer.count).copy(to: buffer)
        case .zeros: buffer.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }
}
