import Actions
import Basics
import Foundation
import Machine
import Store
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import xbuild

/// Deliveries of several packages to one output folder, by concurrent and by interrupted processes.
struct DistFolderTests {
    private let temporary: TemporaryFolder
    private let output: String
    private let store: DiskStore

    init() throws {
        temporary = try TemporaryFolder()
        output = temporary.path("dist")
        store = DiskStore(at: FilePath(temporary.path("store")))
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    }

    private func folder(_ name: String) -> DistFolder {
        DistFolder(path: output, name: name, kind: .library, store: store)
    }

    /// Stores a tree whose folder `name` contains one small file. Returns the tree's digest and the line that records
    /// the folder.
    private func tree(_ name: String, _ text: String) async throws -> (tree: Digest, record: String) {
        let file = try store.put(Array(text.utf8))
        return try await tree(name, Directory(["file": .file(file, isExecutable: false)]))
    }

    private func tree(_ name: String, _ directory: Directory) async throws -> (tree: Digest, record: String) {
        let outer = Directory([name: .directory(directory)])
        return (try store.put(outer.treeMessage()), "xbuild 3 library \(directory.digest)\n")
    }

    /// Returns the first line of a record, which identifies the delivered tree.
    private func recordLine(of name: String) throws -> String {
        let record = try Data(contentsOf: URL(filePath: "\(output)/.\(name).tree"))
        return String(decoding: record.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) + "\n"
    }

    private func read(_ path: String) throws -> String {
        try String(contentsOfFile: output + "/" + path, encoding: .utf8)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []).sorted()
    }

    /// Makes a temporary folder as a killed process leaves it, and returns its name.
    private func leftover(of name: String) throws -> String {
        let path = TemporaryName.path(beside: "\(output)/\(name)", "new")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return URL(filePath: path).lastPathComponent
    }

    @Test func `a delivery leaves the files of a package with a longer name unchanged`() async throws {
        let longer = "foo-2.1.99999999"
        let (short, long) = (try await tree("foo-2.1", "short"), try await tree(longer, "long"))
        #expect(try await folder(longer).deliver(tree: long.tree))
        let others = try leftover(of: longer)
        #expect(try await folder("foo-2.1").deliver(tree: short.tree))
        #expect(names == [others, ".\(longer).tree", ".foo-2.1.tree", "foo-2.1", longer].sorted())
        #expect(try await folder(longer).deliver(tree: long.tree))
        #expect(names == [".\(longer).tree", ".foo-2.1.tree", "foo-2.1", longer].sorted())
    }

    @Test func `concurrent deliveries of one name leave one complete tree and its record`() async throws {
        var trees: [(tree: Digest, record: String)] = []
        for number in 0..<5 { trees.append(try await tree("a-1", "content \(number)")) }
        for _ in 0..<5 {
            let delivered = try await withThrowingTaskGroup(of: Bool.self) { group in
                for tree in trees { group.addTask { try await folder("a-1").deliver(tree: tree.tree) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(delivered == Array(repeating: true, count: 5))
            #expect(names == [".a-1.tree", "a-1"])
            let number = try #require(Int(try read("a-1/file").suffix(1)))
            #expect(try recordLine(of: "a-1") == trees[number].record)
        }
    }

    @Test(arguments: 0...4)
    func `a delivery interrupted at any rename never records a missing tree`(renames: Int) async throws {
        let (old, new) = (try await tree("a-1", "old text"), try await tree("a-1", "new text"))
        #expect(try await folder("a-1").deliver(tree: old.tree))
        let left = Mutex(renames)
        var broken = folder("a-1")
        broken.move = { (from, to) throws(FileError) in
            let isAllowed = left.withLock { left in
                left -= 1
                return left >= 0
            }
            guard isAllowed else { throw .system(.rename, path: from, .ioError) }
            try FileSystem.rename(from, to: to)
        }
        let isDone = (try? await broken.deliver(tree: new.tree)) != nil
        #expect(isDone == (renames == 4))
        let line = try recordLine(of: "a-1")
        #expect(line != new.record || (try? read("a-1/file")) == "new text")
        #expect(line != old.record || (try? read("a-1/file")) == "old text")
        #expect(try await folder("a-1").deliver(tree: new.tree))
        #expect(try read("a-1/file") == "new text")
        #expect(try recordLine(of: "a-1") == new.record)
        #expect(names == [".a-1.tree", "a-1"])
    }

    @Test func `a delivery waits for another process's lock until it is cancelled`() async throws {
        let tree = try await tree("a-1", "text")
        let leftover = try leftover(of: "a-1")
        let other = open(output + "/.a-1.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(other, LOCK_EX) == 0)
        for isCancelled in [true, false] {
            let (told, wasTold) = AsyncStream.makeStream(of: Void.self)
            var waiting = folder("a-1")
            waiting.waiting = { wasTold.finish() }
            let task = Task { [waiting] in
                defer { wasTold.finish() }
                return try await waiting.deliver(tree: tree.tree)
            }
            for await _ in told {}
            #expect(names == [leftover, ".a-1.lock"].sorted(), "the folder of the other delivery stays")
            if isCancelled {
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            } else {
                close(other)
                #expect(try await task.value)
            }
        }
        #expect(names == [".a-1.tree", "a-1"])
    }

    @Test func `without locks, a delivery succeeds and keeps the files of other deliveries`() async throws {
        let tree = try await tree("a-1", "text")
        let others = [try leftover(of: "a-1"), ".a-1.lock"]
        try FileManager.default.createDirectory(atPath: output + "/.a-1.lock", withIntermediateDirectories: true)
        for _ in 1...2 { #expect(try await folder("a-1").deliver(tree: tree.tree)) }
        #expect(names == (others + [".a-1.tree", "a-1"]).sorted())
        #expect(try read("a-1/file") == "text")
    }
}
