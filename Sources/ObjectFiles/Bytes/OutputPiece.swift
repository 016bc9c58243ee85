/// A part of a file that is about to be written.
enum OutputPiece: Sendable {
    case bytes([UInt8])
    case view(ByteView)
    case zeros(Int)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .view(let view): view.count
        case .zeros(let count): count
        }
    }
}

extension [OutputPiece] {
    /// All pieces in memory.
    func joined() -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(reduce(0) { $0 + $1.count })
        for piece in self {
            switch piece {
            case .bytes(let bytes): all += bytes
            case .view(let view): view.withUnsafeBytes { all.append(contentsOf: $0) }
            case .zeros(let count): all.append(contentsOf: repeatElement(0, count: count))
            }
        }
        return all
    }
}
