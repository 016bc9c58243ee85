import Basics
import Foundation
import Store
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct ActionLockTests {
    let folder: TestFolder
    let store: DiskStore
    let action = digest("action")

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    @Test func `only one process holds an action's lock`() throws {
        var lock = try store.tryLock(action)
        #expect(lock != nil)
        #expect(try folder.store.tryLock(action) == nil)
        #expect(try store.tryLock(digest("other")) != nil)
        lock = nil
        #expect(try folder.store.tryLock(action) != nil)
    }

    @Test func `a released lock leaves no file`() throws {
        let hex = action.hash.hex
        let lock = try store.tryLock(action)
        #expect(folder.exists("store/locks/\(hex.prefix(2))/\(hex)"))
        withExtendedLifetime(lock) {}
        _ = consume lock
        #expect(try folder.shell("find store/locks -type f") == "")
    }

    @Test func `a waiter is notified once and then gets the lock`() async throws {
        var lock = try store.tryLock(action)
        let told = Shared(0)
        async let waiting = folder.store.lock(action) { told.withLock { $0 += 1 } }
        while told.value == 0 { await Task.yield() }
        withExtendedLifetime(lock) {}
        lock = nil
        let second = try await waiting
        #expect(told.value == 1)
        #expect(try store.tryLock(action) == nil)
        withExtendedLifetime(second) {}
    }

    @Test func `acquiring a free lock gives no notification`() async throws {
        let lock = try await store.lock(action) { Issue.record("no other process holds it") }
        withExtendedLifetime(lock) {}
    }

    @Test func `a cancelled waiter stops waiting for the lock`() async throws {
        let lock = try store.tryLock(action)
        let told = Shared(false)
        let task = Task { [store, action] in _ = try await store.lock(action) { told.withLock { $0 = true } } }
        while !told.value { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        withExtendedLifetime(lock) {}
    }

    @Test func `an error releases the lock`() async throws {
        await #expect(throws: StoreError.missing(action)) {
            try await store.withLock(on: action) { throw StoreError.missing(action) }
        }
        #expect(try store.tryLock(action) != nil)
    }

    @Test func `more waiters than threads do not block one another`() async throws {
        // The holder needs a thread to release the lock while all the others wait.
        let sum = Shared(0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<32 {
                group.addTask {
                    try await folder.store.withLock(on: action) {
                        let before = sum.value
                        await Task.yield()
                        sum.withLock { $0 = before + 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(sum.value == 32)
    }

    /// A process that opened the lock file just before the holder removed it must not treat a lock on the removed file
    /// as the lock of the action.
    @Test func `no two holders have the lock while its file is created and removed`() async throws {
        let holders = Shared(0)
        let most = Shared(0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<3000 {
                        guard let lock = try folder.store.tryLock(action) else { continue }
                        holders.withLock { $0 += 1 }
                        let now = holders.value
                        most.withLock { $0 = max($0, now) }
                        holders.withLock { $0 -= 1 }
                        withExtendedLifetime(lock) {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.value == 1)
    }

    @Test func `of several processes, only one at a time holds the lock`() async throws {
        try folder.write("0", to: "sum")
        let path = folder.path.string
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        let store = DiskStore(at: FilePath(path).appending("store"))
                        let file = URL(filePath: path).appending(path: "sum")
                        for _ in 0..<25 {
                            try await store.withLock(on: digest("action")) {
                                let sum = Int(try String(contentsOf: file, encoding: .utf8)) ?? -1000
                                try Data("\(sum + 1)".utf8).write(to: file)
                            }
                        }
                    }
                }
            }
        }
        #expect(folder.read("sum") == bytes("100"))
    }

    @Test func `a killed process releases its lock`() async throws {
        let path = folder.path.string
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let lock = try DiskStore(at: FilePath(path).appending("store")).tryLock(digest("action"))
            kill(getpid(), SIGKILL)
            withExtendedLifetime(lock) {}
        }
        let hex = action.hash.hex
        #expect(folder.exists("store/locks/\(hex.prefix(2))/\(hex)"))
        #expect(try store.tryLock(action) != nil)
    }

    /// flock(1) of util-linux is another program that uses the same kind of lock.
    static let flock = ["/usr/bin/flock", "/bin/flock"].first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: flock != nil)) func `a lock held by another program is respected`() async throws {
        let hex = action.hash.hex
        try folder.shell("mkdir -p store/locks/\(hex.prefix(2))")
        let holder = Process()
        holder.executableURL = URL(filePath: Self.flock ?? "")
        let script = "echo held; exec sleep 100"
        holder.arguments = ["-F", (folder / "store/locks/\(hex.prefix(2))/\(hex)").string, "sh", "-c", script]
        let output = Pipe()
        holder.standardOutput = output
        try holder.run()
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        #expect(try store.tryLock(action) == nil)
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        #expect(try store.tryLock(action) != nil)
    }
}

/// A value that several tasks read and write; each access is atomic.
private final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    func withLock(_ body: @Sendable (inout Value) -> Void) { mutex.withLock { body(&$0) } }
}
