import Basics
import Foundation
import Machine
import Network
import Store
import SwiftProtobuf
import SystemPackage
import TestSupport
import Testing

@testable import Remote

/// Tests the bodies of uploads, which are read in pieces.
struct UploadTests {
    private func bytes(of body: HTTPBody, inBuffersOf size: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < body.size {
            var buffer = [UInt8](repeating: 0xEE, count: min(size, body.size - bytes.count))
            try #require(buffer.withUnsafeMutableBytes { body.fill($0, from: bytes.count) })
            bytes += buffer
        }
        return bytes
    }

    @Test(arguments: [1, WriteBody.pieceSize - 1, WriteBody.pieceSize, WriteBody.pieceSize + 1, 5_000_000])
    func `upload messages equal SwiftProtobuf's for any read size`(_ count: Int) throws {
        let blob = SeededRandom.bytes(count)
        var expected: [UInt8] = []
        for start in stride(from: 0, to: count, by: 1 << 20) {
            let end = min(start + 1 << 20, count)
            let message: [UInt8] = try WireWriteRequest.with {
                if start == 0 { $0.resourceName = "main/uploads/1/blobs/2/3" }
                ($0.writeOffset, $0.finishWrite) = (Int64(start), end == count)
                $0.data = Data(blob[start..<end])
            }.serializedBytes()
            expected += [0] + withUnsafeBytes(of: UInt32(message.count).bigEndian) { Array($0) } + message
        }
        let body = try WriteBody(HTTPBody(blob), name: "main/uploads/1/blobs/2/3").body
        #expect(body.size == expected.count)
        for size in [7919, 65536, 3_000_000] { #expect(try bytes(of: body, inBuffersOf: size) == expected, "\(size)") }
        // Reading can also start at any offset.
        for start in [0, count / 2, expected.count - 1] {
            var buffer = [UInt8](repeating: 0, count: min(100, expected.count - start))
            #expect(buffer.withUnsafeMutableBytes { body.fill($0, from: start) })
            #expect(buffer[...] == expected[start..<start + buffer.count])
        }
    }

    @Test func `a blob that is truncated during its upload is an error of the local store`() throws {
        let folder = try StoreFolder()
        let store = folder.store("one")
        let digest = try store.put(SeededRandom.bytes(100_000))
        let outgoing = try Outgoing(digest, store)
        #expect(try bytes(of: outgoing.body, inBuffersOf: 4096) == store.blob(digest))
        let hash = digest.hash.hex
        let file = folder.url.appending(path: "one/cas/\(hash.prefix(2))/\(hash)").path
        #expect(truncate(file, 50_000) == 0)
        #expect(outgoing.bytes == nil)
        guard case .store(.file(.system(.read, file, .ioError))) = outgoing.fault else {
            Issue.record("the fault is \(String(describing: outgoing.fault))")
            return
        }
        // A truncated blob that is opened now counts as missing, so that it can be stored again.
        #expect(throws: StoreError.missing(digest)) { try Outgoing(digest, store) }
    }

    @Test func `a blob with a flipped bit is not uploaded`() throws {
        let folder = try StoreFolder()
        let store = folder.store("one")
        let digest = try store.put(SeededRandom.bytes(100_000))
        let hash = digest.hash.hex
        let file = folder.url.appending(path: "one/cas/\(hash.prefix(2))/\(hash)")
        var bytes = try Data(contentsOf: file)
        bytes[50_000] ^= 1
        try bytes.write(to: file)
        #expect(throws: StoreError.missing(digest)) { try Outgoing(digest, store) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
