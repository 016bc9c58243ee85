@testable import Remote

/// Bodies of gRPC answers with damage. The tests and `scripts/fuzz` share this file.
enum FuzzFrames {
    private static let limit = 4096

    /// The messages, and whether the body ends with a complete one; nil for a refused body.
    private static func messages(_ bytes: [UInt8], inPiecesOf size: Int) -> (all: [[UInt8]], isWhole: Bool)? {
        var frames = GRPCFrames(limit: limit)
        var all: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = bytes[start..<min(start + size, bytes.count)]
            guard let more = piece.withUnsafeBytes({ try? frames.add($0) }) else { return nil }
            all += more
        }
        return (all, frames.isBetweenMessages)
    }

    static func read(_ bytes: [UInt8]) { _ = messages(bytes, inPiecesOf: max(bytes.count, 1)) }

    /// For any chunk size the messages are those of the body, and writing them again gives the body.
    static func brokenProperty(of bytes: [UInt8]) -> String? {
        let size = 1 + bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFF } % 40
        let (whole, cut) = (messages(bytes, inPiecesOf: max(bytes.count, 1)), messages(bytes, inPiecesOf: size))
        guard whole?.all == cut?.all, whole?.isWhole == cut?.isWhole else { return "cut at \(size) it reads otherwise" }
        let standing = standing(in: bytes[...])
        guard whole?.all == standing?.all, whole?.isWhole == standing?.isWhole else {
            return "other messages stand there"
        }
        guard let whole, whole.isWhole else { return nil }
        var written: [UInt8] = []
        for message in whole.all { written += GRPCFrames.head(length: message.count) + message }
        return written == bytes ? nil : "it is written otherwise"
    }

    /// The messages of a body, read by a simple parser.
    private static func standing(in bytes: ArraySlice<UInt8>) -> (all: [[UInt8]], isWhole: Bool)? {
        var (rest, all): (ArraySlice<UInt8>, [[UInt8]]) = (bytes, [])
        while rest.count >= 5 {
            let head = Array(rest.prefix(5))
            let length = Int(head[1]) << 24 + Int(head[2]) << 16 + Int(head[3]) << 8 + Int(head[4])
            guard head[0] == 0, length <= limit else { return nil }
            let message = rest.dropFirst(5).prefix(length)
            guard message.count == length else { return (all, false) }
            all.append(Array(message))
            rest = rest.dropFirst(5 + length)
        }
        return (all, rest.isEmpty)
    }
}
