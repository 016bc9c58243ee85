/// The body of a request. The client reads the body while it sends it, and again for another attempt, so a large body
/// is never completely in memory.
public struct HTTPBody: Sendable {
    /// The size in bytes.
    public let size: Int
    private let source: @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool

    /// - Parameter source: fills the buffer with the bytes from an offset on; returns false when they cannot be read.
    public init(
        size: Int, source: @escaping @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool
    ) {
        self.size = size
        self.source = source
    }

    public init(_ bytes: [UInt8]) {
        self.init(size: bytes.count) { offset, buffer in
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + buffer.count]))
            }
            return true
        }
    }

    /// Fills the buffer, which must not reach beyond the end of the body; returns false when the bytes cannot be read.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Bool { source(offset, buffer) }
}
