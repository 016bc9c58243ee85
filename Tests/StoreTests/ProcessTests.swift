import Actions
import Basics
import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Store

/// Several processes use one store, and some are killed. The body of each exit test runs in its own process.
@Suite(.tags(.process)) struct ProcessTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    @Test func `tasks that concurrently put the same blobs store each blob once`() async throws {
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    // Each task opens the store, so it has its own temporary folder, like a process.
                    let store = folder.store
                    for number in 0..<40 {
                        try store.put(SeededRandom.bytes(5000, seed: UInt64((number + task * 5) % 40)))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try folder.shell(DiskStoreTests.verifiedBlobNames).split(separator: "\n").count == 40)
        #expect(try folder.shell("find store/tmp -type f") == "")
    }

    @Test func `processes that concurrently put the same blobs store each blob once`() async throws {
        let path = folder.path.string
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        let store = DiskStore(at: FilePath(path).appending("store"))
                        for number in 0..<100 {
                            try store.put(SeededRandom.bytes(3000, seed: UInt64(number)))
                            try store.put(
                                ActionResult(outputs: ["l": .symlink(target: "\(number)")]),
                                for: digest("action \(number)"))
                        }
                    }
                }
            }
        }
        #expect(try folder.shell(DiskStoreTests.verifiedBlobNames).split(separator: "\n").count == 100)
        for number in 0..<100 {
            let result = try store.result(of: digest("action \(number)"))
            #expect(result?.outputs == ["l": .symlink(target: "\(number)")])
        }
    }

    @Test func `temporary files of a killed process are removed`() async throws {
        let path = folder.path.string
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try DiskStore(at: FilePath(path).appending("store")).writeBeside(mode: 0o644) { (file) throws(FileError) in
                try file.write(SeededRandom.bytes(100_000)[...])
                kill(getpid(), SIGKILL)
                return nil
            }
        }
        #expect(try folder.shell("find store/tmp -type f -size +90k | wc -l") == "1\n")
        try folder.write("Bazel's", to: "store/tmp/5f0c2f0e-file")
        try folder.write("other", to: "store/tmp/folder/file")
        try store.put(bytes("abc"))
        #expect(try folder.shell("find store/tmp -type f | sort") == "store/tmp/5f0c2f0e-file\nstore/tmp/folder/file\n")
    }

    @Test func `temporary files of a live process stay`() throws {
        try store.writeBeside(mode: 0o644) { (file) throws(FileError) in
            try file.write(bytes("half of it")[...])
            // Like another process, this second store locks its own temporary folder and removes unlocked folders.
            #expect(throws: Never.self) { try folder.store.put(bytes("abc")) }
            #expect(FileManager.default.fileExists(atPath: file.path))
            return store.blobPath(digest("half of it"))
        }
        #expect(try store.blob(digest("half of it")) == bytes("half of it"))
    }

    @Test func `a failed write leaves no file`() throws {
        #expect(throws: FileError.special(path: "half of it")) {
            try store.writeBeside(mode: 0o644) { (file) throws(FileError) in
                try file.write(bytes("half of it")[...])
                throw .special(path: "half of it")
            }
        }
        #expect(try folder.shell("find store -type f") == "")
    }

    @Test func `a released store leaves no temporary folder`() throws {
        try DiskStore(at: folder / "store").put(bytes("abc"))
        #expect(try folder.shell("find store/tmp -mindepth 1") == "")
    }
}
