import Foundation
import TestServers
import TestSupport
import Testing

@testable import Remote

/// Frames checked with the zstd program.
@Suite(.tags(.process)) struct ZstandardTests {
    private static let text = Array((0..<200_000).map { "line \($0 % 777)\n" }.joined().utf8)

    /// Returns the output of the zstd program for these bytes.
    private func zstd(_ bytes: [UInt8], _ options: String...) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = try Tool.url("zstd")
        process.arguments = ["-q", "-c"] + options + [try folder.write(bytes, to: "input")]
        process.standardOutput = pipe
        try process.run()
        let made = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(made)
    }

    /// Returns the reader's output for frames that arrive in pieces of this size; nil when the reader rejects them.
    private func read(_ frames: [UInt8], pieces: Int, atMost limit: Int = .max) throws -> [UInt8]? {
        let reader = try #require(ZstandardReader())
        var read: [UInt8] = []
        for start in stride(from: 0, to: frames.count, by: pieces) {
            let isTaken = frames[start..<min(start + pieces, frames.count)].withUnsafeBytes { piece in
                reader.add(piece) { bytes in
                    read += bytes
                    return read.count <= limit
                }
            }
            guard isTaken else { return nil }
        }
        return read
    }

    @Test func `zstd reads the written frames`() throws {
        let frame = try #require(Zstandard.frame(of: Self.text))
        #expect(frame.count < Self.text.count / 10)
        #expect(try zstd(frame, "-d") == Self.text)
    }

    @Test func `incompressible data gives no frame`() throws {
        var random = SystemRandomNumberGenerator()
        #expect(Zstandard.frame(of: []) == nil)
        #expect(Zstandard.frame(of: Array("short".utf8)) == nil)
        #expect(Zstandard.frame(of: (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }) == nil)
    }

    @Test(arguments: [1, 1000, 1 << 20]) func `frames by zstd are read`(pieces: Int) throws {
        let frames = try zstd(Self.text, "-19") + zstd([]) + zstd(Array("and more".utf8), "--fast")
        #expect(try read(frames, pieces: pieces) == Self.text + Array("and more".utf8))
    }

    @Test func `data that is not a valid frame is rejected`() throws {
        #expect(try read(Self.text, pieces: 1000) == nil)
        var frame = try zstd(Self.text, "--check")
        frame[frame.count - 1] ^= 1
        #expect(try read(frame, pieces: 1000) == nil)
    }

    /// The frame contains a hundred megabytes in some ten kilobytes. The reader stops at its limit of a thousand bytes.
    @Test func `a frame with more data than the limit is rejected`() throws {
        let frame = try zstd([UInt8](repeating: 0, count: 100 << 20))
        #expect(frame.count < 20_000)
        #expect(try read(frame, pieces: frame.count, atMost: 1000) == nil)
    }
}
