// The encoding of messages in the body of a gRPC request or answer: a byte that is 1 for a compressed message, the
// message's length as four bytes in big-endian order, and the message. Source: gRPC's "PROTOCOL-HTTP2",
// "Length-Prefixed-Message".

/// Splits the bytes of an answer, as they arrive, into messages.
struct GRPCFrames {
    /// The reason why an answer is invalid.
    enum Fault: Error, Hashable {
        /// A message is compressed, although the request did not allow it.
        case compressed
        /// A message with this length in bytes is longer than the limit.
        case tooLong(Int)
    }

    static let headSize = 5

    private var pending: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: the largest message in bytes.
    init(limit: Int) { self.limit = limit }

    /// Whether the added bytes end with a complete message.
    var isBetweenMessages: Bool { pending.isEmpty }

    /// Adds bytes and returns the messages that they complete.
    mutating func add(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> [[UInt8]] {
        pending += bytes
        var messages: [[UInt8]] = []
        var start = 0
        while pending.count - start >= Self.headSize {
            guard pending[start] == 0 else { throw .compressed }
            let length = pending[start + 1..<start + Self.headSize].reduce(0) { $0 << 8 | Int($1) }
            guard length <= limit else { throw .tooLong(length) }
            let end = start + Self.headSize + length
            guard end <= pending.count else { break }
            messages.append(Array(pending[start + Self.headSize..<end]))
            start = end
        }
        pending.removeFirst(start)
        return messages
    }

    /// Returns the prefix of a message of this length.
    static func head(length: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(length).bigEndian) { [0] + $0 } }
}
