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

    /// All pieces in memory. Nothing is held against archives here: `.archive` is for files that are written.
    func joined() -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(byteCount)
        for piece in self {
            switch piece {
            case .bytes(let bytes): all += bytes
            case .view(let view), .archive(let view, _): view.withUnsafeBytes { all.append(contentsOf: $0) }
            case .zeros(let count): all.append(contentsOf: repeatElement(0, count: count))
            }
        }
        return all
    }
}
