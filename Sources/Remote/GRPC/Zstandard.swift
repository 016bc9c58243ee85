// Zstandard, a sequence of frames, which servers of the Remote Execution API may support for blobs. Sources: RFC 8878;
// the API's `Compressor`.

import CLoading
import CZstd

/// The only compression of remote blobs that xbuild supports.
enum Zstandard {
    /// The number of Zstandard in the API's `Compressor`.
    static let number: Int32 = 1
    /// The name of Zstandard in the names of streams.
    static let name = "zstd"
    /// The smallest blob that is compressed: compression of a smaller blob saves almost nothing.
    private static let smallest = 512
    /// The largest blob that is compressed: the whole frame is made in memory.
    static let largest = 16 << 20

    /// Whether this machine has libzstd.
    static let isInstalled = ZSTD_versionNumber() > 0

    /// Returns the bytes as one frame; nil if the frame is not shorter.
    static func frame(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= smallest else { return nil }
        let frame = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { buffer, count in
            let size = ZSTD_compress(buffer.baseAddress, buffer.count, bytes, bytes.count, ZSTD_CLEVEL_DEFAULT)
            count = ZSTD_isError(size) == 0 ? size : 0
        }
        return frame.isEmpty ? nil : frame
    }
}

/// Decompresses frames that arrive in pieces.
final class ZstandardReader {
    private let stream: OpaquePointer
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    /// Nil when memory is exhausted.
    init?() {
        guard let stream = ZSTD_createDStream() else { return nil }
        self.stream = stream
    }

    deinit { _ = ZSTD_freeDStream(stream) }

    /// Passes the decompressed bytes to `each`. Returns false when the bytes are not a part of a frame, or `each`
    /// returned false.
    func add(_ bytes: UnsafeRawBufferPointer, _ each: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        var isFull = false
        while input.pos < input.size || isFull {
            let isTaken = buffer.withUnsafeMutableBytes { buffer in
                var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
                guard ZSTD_isError(ZSTD_decompressStream(stream, &output, &input)) == 0 else { return false }
                isFull = output.pos == output.size
                return each(UnsafeRawBufferPointer(rebasing: buffer[..<output.pos]))
            }
            guard isTaken else { return false }
        }
        return true
    }
}
