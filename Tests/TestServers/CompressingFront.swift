/// A front that adds Zstandard, by the zstd program, to a gRPC server without compression: none of the available
/// servers supports it.
public final class CompressingFront {
    public enum Kind: String, Sendable {
        case right
        /// Frames contain wrong bytes.
        case wrong
        /// Interrupts the first attempt of a stream; later frames in streams contain wrong bytes.
        case breaking
        /// Supports compression in streams only; for a blob that it has, reports the blob's size, not the frame's.
        case streams
    }

    private let front: PythonFront

    public static var isInstalled: Bool { PythonFront.isInstalled }

    public init(before port: Int, _ kind: Kind = .right) throws {
        front = try PythonFront("compressing_front.py", before: port, kind: kind.rawValue)
    }

    /// The value for `--remote`.
    public var address: String { front.address }

    /// The compressed transfers: `write`, `batch-write`, `read` or `batch-read`, and the digest.
    public var log: Set<String> { Set(front.log) }
}
