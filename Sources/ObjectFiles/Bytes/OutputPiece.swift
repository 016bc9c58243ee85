/// A part of a file that is about to be written.
enum OutputPiece: Sendable {
    case bytes([UInt8])
    case view(ByteView)
    /// An archive of which only the first object has been seen: the others must be for the same architecture, which is
    /// held against them while they are copied.
    case archive(ByteView, MachOArchitecture)
    case zeros(Int)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .view(let view), .archive(let view, _): view.count
        case .zeros(let count): count
        }
    }
}

extension [OutputPiece] {
    var byteCount: Int { reduce(0) { $0 + $1.count } }

    /// All pieces in memory.
    func joined() throws(ObjectFileError) -> [UInt8] {
        var reader = OutputReader(self)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
        defer { buffer.deallocate() }
        _ = try reader.fill(buffer)
        return [UInt8](buffer)
    }
}
