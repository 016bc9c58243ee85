/// What a request sends. It is read as it goes, and again from its beginning when the request is sent again: what is
/// large is never in memory as a whole.
public struct HTTPBody: Sendable {
    /// In bytes.
    public let size: Int
    private let source: @Sendable (_ offset: Int, _ room: UnsafeMutableRawBufferPointer) -> Bool

    /// - Parameter source: fills the room with what stands from an offset on; false when it cannot any more.
    public init(
        size: Int, source: @escaping @Sendable (_ offset: Int, _ room: UnsafeMutableRawBufferPointer) -> Bool
    ) {
        self.size = size
        self.source = source
    }

    public init(_ bytes: [UInt8]) {
        self.init(size: bytes.count) { offset, room in
            bytes.withUnsafeBytes {
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + room.count]))
            }
            return true
        }
    }

    /// Fills the room, which must not reach beyond the end.
    public func fill(_ room: UnsafeMutableRawBufferPointer, from offset: Int) -> Bool { source(offset, room) }
}
