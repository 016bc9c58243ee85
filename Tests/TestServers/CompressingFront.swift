/// What stands before a gRPC server that compresses nothing and speaks Zstandard for it, by zstd's own program: of the
/// servers that can be had here none does it itself.
public final class CompressingFront {
    public enum Kind: String, Sendable {
        case right
        /// Frames hold other bytes than they should.
        case wrong
        /// Frames in streams do, after the first time, which breaks off.
        case breaking
        /// Speaks it in streams alone, and says of what it holds how large the blob is, not how large the frame.
        case streams
    }

    private let front: PythonFront

    public static var isInstalled: Bool { PythonFront.isInstalled }

    public init(before port: Int, _ kind: Kind = .right) throws {
        front = try PythonFront("compressing_front.py", before: port, kind: kind.rawValue)
    }

    /// What goes after `--remote`.
    public var address: String { front.address }

    /// What went compressed: `write`, `batch-write`, `read` or `batch-read`, and the digest.
    public var log: Set<String> { Set(front.log) }
}
