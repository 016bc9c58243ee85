/// The body of a request. It is read while it is sent, and again from its beginning for another attempt, so a large
/// body is never completely in memory.
public struct HTTPBody: Sendable {
    /// In bytes.
    public let size: Int
    private let source: @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool

    /// - Parameter source: fills the buffer with the bytes from an offset on; false when they cannot be read.
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

    /// Fills the buffer, which must not reach beyond the end.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Bool { source(offset, buffer) }
}
