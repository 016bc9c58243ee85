import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

/// Tests blobs that arrive in pieces.
@Suite(.tags(.process)) struct NewBlobTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    private func put(_ bytes: [UInt8], piece: Int = 100_000) throws -> Digest {
        try store.put { write in
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { try write($0) }
            }
        }
    }

    /// The files below the store's folder of temporary files.
    private var temporary: [String] {
        get throws {
            let folder = store.path.appending("tmp").string
            return FileSystem.exists(folder) ? try FileSystem.subpaths(of: folder).filter { $0.contains("/") } : []
        }
    }

    @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 3_333_333])
    func `a blob in pieces is the same as a whole one`(count: Int) throws {
        let bytes = SeededRandom.bytes(count)
        let digest = try put(bytes)
        #expect(digest == Digest(of: bytes))
        #expect(try store.blob(digest) == bytes)
        #expect(try folder.shell("stat -c %a '\(store.path(of: digest))'") == "444\n")
        #expect(try put(bytes) == digest)
        #expect(try temporary == [])
    }

    @Test(arguments: [1000, 2_000_000])
    func `a damaged blob is written again`(count: Int) throws {
        let bytes = SeededRandom.bytes(count)
        let digest = try put(bytes)
        try folder.shell("chmod u+w '\(store.path(of: digest))'; printf x >>'\(store.path(of: digest))'")
        #expect(try put(bytes) == digest)
        #expect(try store.blob(digest) == bytes)
    }

    @Test(arguments: [1000, 2_000_000])
    func `a failure between two pieces leaves no file`(count: Int) throws {
        struct Failure: Error {}
        let bytes = SeededRandom.bytes(count)
        #expect(throws: Failure.self) {
            try store.put { write in
                try bytes.withUnsafeBytes { try write($0) }
                throw Failure()
            }
        }
        #expect(try store.missing([Digest(of: bytes)]) == [Digest(of: bytes)])
        #expect(try temporary == [])
    }
}
