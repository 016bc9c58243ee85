import Network
import Testing

@testable import Remote

/// The bytes of bodies, written by hand according to gRPC's "PROTOCOL-HTTP2".
struct GRPCFramesTests {
    @Test(
        arguments: [
            ("one message", [0, 0, 0, 0, 3, 1, 2, 3], [[1, 2, 3]]),
            ("an empty message", [0, 0, 0, 0, 0], [[]]),
            ("two messages", [0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 2, 8, 7], [[9], [8, 7]]),
            ("long message", [0, 0, 0, 1, 4] + [UInt8](repeating: 5, count: 260), [[UInt8](repeating: 5, count: 260)]),
        ] as [(String, [UInt8], [[UInt8]])])
    func `messages arrive whole at any chunk size`(_ name: String, _ bytes: [UInt8], _ messages: [[UInt8]]) throws {
        for size in [1, 2, 5, 1000] {
            var frames = GRPCFrames(limit: 1000)
            var found: [[UInt8]] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { try frames.add($0) }
            }
            #expect(found == messages, "\(name), \(size)")
            #expect(frames.isBetweenMessages)
        }
        var body: [UInt8] = []
        for message in messages { body += GRPCFrames.head(length: message.count) + message }
        #expect(body == bytes)
    }

    @Test(
        arguments: [
            ([1, 0, 0, 0, 1, 0], GRPCFrames.Fault.compressed), ([0, 0, 0, 0, 101], .tooLong(101)),
            ([0, 255, 255, 255, 255], .tooLong(4_294_967_295)),
        ] as [([UInt8], GRPCFrames.Fault)])
    func `invalid frames are refused`(_ bytes: [UInt8], _ fault: GRPCFrames.Fault) {
        var frames = GRPCFrames(limit: 100)
        #expect(throws: fault) { try bytes.withUnsafeBytes { try frames.add($0) } }
    }

    @Test(arguments: [
        (["grpc-status": "14"], "UNAVAILABLE"),
        (["grpc-status": "3", "grpc-message": "bad%20name%0A%1B[31m"], "INVALID_ARGUMENT: bad name  [31m"),
        (["grpc-status": "99", "grpc-message": "100%"], "status 99: 100%"), ([:], "nil"),
    ])
    func `a status is one printable line`(_ headers: [String: String], _ words: String) {
        #expect(GRPCStatus(headers: headers).map { "\($0)" } ?? "nil" == words)
    }

    @Test func `mutated bodies give the same messages at any chunk size`() {
        let body: [UInt8] = [0, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9] + Array(1...9) + [1, 0, 0, 0, 0]
        var broken: [String] = []
        for index in body.indices {
            for value in [0, 1, 4, 0x10, 0xFF] as [UInt8] {
                var changed = body
                changed[index] = value
                broken += [changed, Array(body[..<index]), changed + body].compactMap(FuzzFrames.brokenProperty)
            }
        }
        #expect(broken.isEmpty)
    }
}
