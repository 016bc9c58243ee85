// The body of a ByteStream `Write`: a sequence of messages, each with 1 MiB of the blob. They are encoded while they
// are sent, so that only the current part of a large blob is in memory.

import Network
import SwiftProtobuf

struct WriteBody: Sendable {
    /// The number of the blob's bytes in one message.
    static let pieceSize = 1 << 20

    /// One message: its encoded fields, then its part of the blob.
    private struct Piece {
        /// Offsets in the body and in the blob.
        var start: Int
        var offset: Int
        var head: [UInt8]
        /// The number of the blob's bytes in the message.
        var count: Int
        var end: Int { start + head.count + count }
    }

    private let blob: HTTPBody
    private let pieces: [Piece]

    /// - Parameter name: the name of the resource.
    /// - Throws: SwiftProtobuf's error for a message that cannot be encoded.
    init(_ blob: HTTPBody, name: String) throws {
        self.blob = blob
        var pieces: [Piece] = []
        for offset in stride(from: 0, to: blob.size, by: Self.pieceSize) {
            let count = min(Self.pieceSize, blob.size - offset)
            let message = WireWriteRequest.with {
                if offset == 0 { $0.resourceName = name }
                ($0.writeOffset, $0.finishWrite) = (Int64(offset), offset + count == blob.size)
            }
            // The data are the last field of the message, number 10: the tag, the length, and the bytes.
            let fields = try message.serializedBytes() + [10 << 3 | 2] + Self.varint(count)
            let head = GRPCFrames.head(length: fields.count + count) + fields
            pieces.append(Piece(start: pieces.last?.end ?? 0, offset: offset, head: head, count: count))
        }
        self.pieces = pieces
    }

    /// Returns a number encoded as a varint. Source: Protocol Buffers' "Encoding", "Base 128 Varints".
    private static func varint(_ number: Int) -> [UInt8] {
        var (rest, bytes) = (number, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    var body: HTTPBody { HTTPBody(size: pieces.last?.end ?? 0, source: fill) }

    private func fill(from offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        // All messages but the first and the last have about the same length, so the guessed index is at most one too
        // high.
        var index = min(offset / Self.pieceSize, pieces.count - 1)
        while pieces[index].start > offset { index -= 1 }
        var filled = 0
        while filled < buffer.count {
            let piece = pieces[index]
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<min(buffer.count, piece.end - offset)])
            guard fill(rest, with: piece, from: offset + filled - piece.start) else { return false }
            filled += rest.count
            index += 1
        }
        return true
    }

    /// Fills the buffer with bytes of one piece; returns false if the blob cannot be read.
    ///
    /// - Parameter start: an offset from the piece's first byte.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, with piece: Piece, from start: Int) -> Bool {
        let heading = min(buffer.count, max(0, piece.head.count - start))
        if heading > 0 { buffer.copyBytes(from: piece.head[start..<start + heading]) }
        guard heading < buffer.count else { return true }
        let data = UnsafeMutableRawBufferPointer(rebasing: buffer[heading...])
        return blob.fill(data, from: piece.offset + start + heading - piece.head.count)
    }
}
