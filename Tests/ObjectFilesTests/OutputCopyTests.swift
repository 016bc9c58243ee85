import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ObjectFiles

/// Writes files from pieces, with one thread and with two.
@Suite(.tags(.process)) struct OutputCopyTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Returns pseudorandom bytes.
    private func numbers(_ count: Int) -> [UInt8] {
        var random = SeededRandom(seed: UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> ByteView {
        try ByteView(copyingFrom: try folder.write(bytes, to: name))
    }

    /// Returns pieces of each kind, with small and empty pieces between large ones.
    private func pieces(_ size: Int) throws -> [OutputPiece] {
        let archive = try Corpus.shared.get().archive("arm64")
        let architecture = try Archive(ByteView(archive, name: "a")).machOArchitecture()
        return [
            .bytes(numbers(40)), .zeros(8), .view(try file("a", numbers(size))), .zeros(0),
            .view(ByteView(numbers(size / 2), name: "b")), .bytes([]), .zeros(size / 3),
            .archive(try file("c.a", archive), architecture), .view(try file("d", numbers(7)).slice(at: 2, count: 3)),
        ]
    }

    @Test func `any range of the contents equals the same range of the pieces`() throws {
        let pieces = try pieces(3000)
        let (contents, all) = (OutputContents(pieces), pieces.joined())
        #expect(contents.count == all.count)
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            let start = Int.random(in: 0...all.count, using: &random)
            let end = Int.random(in: start...all.count, using: &random)
            var part = [UInt8](repeating: 0xEE, count: end - start)
            try part.withUnsafeMutableBytes { try contents.read($0, at: start) }
            #expect(part == Array(all[start..<end]))
        }
    }

    /// Sizes from zero to more than all buffers hold.
    @Test(arguments: [0, 1, 3000, 1 << 19, 3 << 20])
    func `the written file equals the joined pieces`(size: Int) throws {
        let pieces = try pieces(size)
        try System.write(pieces, to: folder.path("out"), mode: 0o644)
        #expect(try folder.bytes("out") == pieces.joined())
    }

    /// Archives that begin and end at and near the border between two parts.
    @Test(arguments: [-9, -8, -1, 0, 1])
    func `archives are recognized at and near part borders`(distance: Int) throws {
        let corpus = try Corpus.shared.get()
        let (good, architecture) = (corpus.archive("armv7"), try #require(MachOArchitecture(name: "armv7")))
        for size in [1 << 19, 5 << 20] {
            for archive in [good, good + HandMade.member("x.o", corpus.object("arm64"))] {
                let start = size + distance - (archive.count == good.count ? 0 : archive.count)
                let pieces: [OutputPiece] = [
                    .zeros(start), .archive(try file("a.a", archive), architecture), .zeros(1 << 19),
                ]
                let isWritten = (try? System.write(pieces, to: folder.path("out"), mode: 0o644)) != nil
                #expect(isWritten == (archive.count == good.count))
                if isWritten { #expect(try folder.bytes("out") == pieces.joined()) }
                try? FileManager.default.removeItem(atPath: folder.path("out"))
                #expect(try folder.names() == ["a.a"])
            }
        }
    }

    @Test(arguments: [1 << 10, 6 << 20])
    func `an input that shrank is an error, and no output is left`(size: Int) throws {
        let piece = OutputPiece.view(try file("in", numbers(size)))
        let handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent("in"))
        try handle.truncate(atOffset: UInt64(size / 2))
        try handle.close()
        let error = try #require(throws: ObjectFileError.self) {
            try System.write([piece], to: folder.path("out"), mode: 0o644)
        }
        guard case .pastEnd = error.fault else { throw error }
        #expect(try folder.names() == ["in"])
    }

    #if os(Linux)
        @Test func `a device is written in place, and a full device is an error`() throws {
            try System.write([.zeros(5 << 20)], to: "/dev/null", mode: 0o644)
            let error = try #require(throws: ObjectFileError.self) {
                try System.write([.zeros(5 << 20)], to: "/dev/full", mode: 0o644)
            }
            #expect(error.fault == .system(.write, code: ENOSPC))
        }
    #endif

    @Test func `a new file has no name until it replaces the old one`() throws {
        try Data([1]).write(to: folder.url.appendingPathComponent("out"))
        for isKept in [false, true] {
            var file = try NewFile(for: folder.path("out"))
            try withUnsafeBytes(of: UInt8(2)) { byte throws(ObjectFileError) in
                try System.write(byte, to: file.descriptor, "out")
            }
            #if os(Linux)
                #expect(try folder.names() == ["out"])
            #endif
            #expect(try folder.bytes("out") == [1])
            if isKept { try file.takePlace() }
        }
        #expect(try folder.names() == ["out"])
        #expect(try folder.bytes("out") == [2])
    }

    @Test(arguments: ["none/out", "out"])
    func `a file that cannot be created or named is an error`(path: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("out/full"), withIntermediateDirectories: true)
        #expect(throws: ObjectFileError.self) {
            var file = try NewFile(for: folder.path(path))
            try file.takePlace()
        }
        #expect(try folder.names() == ["out"])
    }

    @Test func `a waiting thread continues after a change by another thread`() {
        let monitor = Monitor<[Int]>([])
        let next = Atomic(0)
        Threads.run(2) {
            while case let number = next.add(1, ordering: .relaxed).oldValue, number < 500 {
                monitor.wait { $0.count == number ? () : nil }
                monitor.change { $0.append(number) }
            }
        }
        #expect(monitor.change { $0 } == Array(0..<500))
    }
}
