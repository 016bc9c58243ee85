@testable import Remote

/// Checks damaged bodies of gRPC answers. The tests and `scripts/fuzz` share this file.
enum FuzzFrames {
    private static let limit = 4096

    /// Returns the messages, and whether the body ends with a complete one; nil for an invalid body.
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

    /// Returns the property that the bytes violate; nil if there is none. For any chunk size the messages must be those
    /// of the body, and writing them must give the body again.
    static func brokenProperty(of bytes: [UInt8]) -> String? {
        let size = 1 + bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFF } % 40
        let (whole, cut) = (messages(bytes, inPiecesOf: max(bytes.count, 1)), messages(bytes, inPiecesOf: size))
        guard whole?.all == cut?.all, whole?.isWhole == cut?.isWhole else {
            return "pieces of \(size) bytes give other messages"
        }
        let simple = parsedSimply(bytes[...])
        guard whole?.all == simple?.all, whole?.isWhole == simple?.isWhole else {
            return "a simple parser reads other messages"
        }
        guard let whole, whole.isWhole else { return nil }
        var written: [UInt8] = []
        for message in whole.all { written += GRPCFrames.head(length: message.count) + message }
        return written == bytes ? nil : "writing the messages gives other bytes"
    }

    /// Returns the messages of a body, read by a simple parser.
    private static func parsedSimply(_ bytes: ArraySlice<UInt8>) -> (all: [[UInt8]], isWhole: Bool)? {
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
