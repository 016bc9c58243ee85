// How messages stand in the body of a gRPC request or answer: a byte that is 1 where the message is compressed, its
// length as four bytes, the most significant first, and the message. Source: gRPC's "PROTOCOL-HTTP2",
// "Length-Prefixed-Message".

/// Takes an answer's bytes as they come and gives the messages in them.
struct GRPCFrames {
    /// What is wrong with an answer.
    enum Fault: Error, Hashable {
        /// Compressed, without a request for that.
        case compressed
        /// Longer than an answer may be, in bytes.
        case tooLong(Int)
    }

    static let headSize = 5

    private var pending: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: the most bytes that a message may have.
    init(limit: Int) { self.limit = limit }

    /// Nothing of a message is left over.
    var isBetweenMessages: Bool { pending.isEmpty }

    /// The messages that these bytes complete.
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

    /// What stands before a message of so many bytes.
    static func head(length: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(length).bigEndian) { [0] + $0 } }
}
