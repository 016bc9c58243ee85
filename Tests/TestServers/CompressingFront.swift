/// A front for a gRPC server without compression. It adds Zstandard, which no available server supports, with the zstd
/// program.
public final class CompressingFront {
    public enum Kind: String, Sendable {
        case right
        /// Frames contain wrong bytes.
        case wrong
        /// Interrupts the first attempt of a stream; later frames in streams contain wrong bytes.
        case breaking
        /// Supports compression in streams only. If a blob is written again, reports the blob's size, not the frame's.
        case streams
    }

    private let front: PythonFront

    public static var isInstalled: Bool { PythonFront.isInstalled }

    public init(before port: Int, _ kind: Kind = .right) throws {
        front = try PythonFront("compressing_front.py", before: port, kind: kind.rawValue)
    }

    /// The value for `--remote`.
    public var address: String { front.address }

    /// The compressed transfers so far: `write`, `batch-write`, `read` or `batch-read`, and the digest of each.
    public var log: Set<String> { Set(front.log) }
}
