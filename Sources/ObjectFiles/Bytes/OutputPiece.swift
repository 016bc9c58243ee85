/// A part of a file to be written.
enum OutputPiece: Sendable {
    case bytes([UInt8])
    case view(ByteView)
    /// An archive of which only the first object was examined. All objects must have the same architecture, which is
    /// checked while they are copied.
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

    /// Returns the bytes of all pieces. Does not check archives, because only output to files has `.archive` pieces.
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
