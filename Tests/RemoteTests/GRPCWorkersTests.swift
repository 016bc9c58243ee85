import Actions
import Basics
import Foundation
import Store
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import Remote

/// Tests workers with faults: a proxy before a real server adds the faults.
@Suite(
    .enabled(if: BuildboxServer.runsActions, "no buildbox-casd (`scripts/setup tests`), or no bubblewrap"),
    .enabled(if: ExecutionFront.isInstalled, "Python has no grpcio: `scripts/setup tests`"), .afterSetUp,
    .timeLimit(.minutes(10)), .tags(.process))
struct GRPCWorkersTests {
    let folder: StoreFolder
    let server: BuildboxServer

    init() throws {
        folder = try StoreFolder()
        server = try BuildboxServer(jobs: 1)
    }

    private func server(at address: String, pause: Double = 0.01, patience: Int = 20) throws -> GRPCServer {
        var settings = HTTPSettings(userAgent: "tests")
        settings.patience = patience
        return GRPCServer(try RemoteAddress(address), settings, pause: pause)
    }

    /// Stores an action, which runs a line of shell, in the cache from which the workers read actions. Returns its
    /// digest.
    private func action(_ line: String, at address: String) async throws -> Digest {
        let (store, action) = (folder.store("actions"), Self.script(line))
        let key = try await store.put(action)
        let command = Digest(of: action.encoded().command)
        try await GRPCCache(server(at: address)).upload([key, command, action.root.digest], from: store)
        return key
    }

    private static func script(_ line: String) -> Action {
        Action(
            command: Command(
                arguments: ["/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"], outputPaths: []),
            inputRoot: Directory())
    }

    /// Returns the action's result from a worker; nil if the worker sent none.
    private func result(_ end: RemoteEnd) throws -> ActionResult? {
        if case .ended(let bytes) = end { try ActionResult(encoded: bytes) } else { nil }
    }

    @Test func `an action that no worker starts is cancelled`() async throws {
        let front = try ExecutionFront(before: server.port, .queue)
        let workers = GRPCWorkers(try server(at: front.address), queueing: 1)
        let action = try await action("true", at: front.address)
        let started = ContinuousClock.now
        await #expect(throws: RemoteError.unavailable("no worker started the action within 1 s")) {
            try await workers.run(action, again: false) { Issue.record("the action started") }
        }
        #expect(ContinuousClock.now - started < .seconds(100))
        #expect(front.count(of: "CancelOperation") == 1)
    }

    @Test(.enabled(if: BuildGridCluster.isInstalled, "no BuildGrid or no PostgreSQL: `scripts/setup interop`"))
    func `a cluster without workers fails after the queueing limit`() async throws {
        let cluster = try BuildGridCluster(visible: [], hasWorker: false)
        let workers = GRPCWorkers(try server(at: cluster.address), queueing: 2)
        let action = try await action("true", at: cluster.address)
        let started = ContinuousClock.now
        await #expect(throws: RemoteError.unavailable("no worker started the action within 2 s")) {
            try await workers.run(action, again: false) { Issue.record("the action started") }
        }
        #expect(ContinuousClock.now - started < .seconds(100))
    }

    @Test func `a queued action keeps its whole waiting time while other actions run`() {
        let queue = WorkerQueue(limit: 5)
        let longAgo = SuspendingClock.now - .seconds(60)
        // The time before the queue's creation does not count.
        #expect(queue.left(since: longAgo) > 4)
        queue.began()
        queue.began()
        queue.ended()
        #expect(queue.left(since: longAgo) == 5)
        queue.ended()
        #expect(queue.left(since: longAgo) < 5)
        #expect(queue.left(since: .now + .seconds(60)) > 60)
    }

    @Test(arguments: [ExecutionFront.Kind.cut, .hiccup])
    func `an operation whose stream breaks is resumed`(_ kind: ExecutionFront.Kind) async throws {
        let front = try ExecutionFront(before: server.port, kind)
        let action = try await action("sleep 1; echo done", at: front.address)
        let end = try await GRPCWorkers(server(at: front.address)).run(action, again: false) {}
        #expect(try result(end)?.exitCode == 0)
        #expect(front.count(of: "Execute") == 1)
        #expect(front.count(of: "WaitExecution") >= 1)
    }

    /// The server is silent while the action runs, even in answer to WaitExecution.
    @Test func `an action may run longer than the time limit of one call`() async throws {
        let server = try BuildboxServer(jobs: 1, visible: [folder.url.path])
        let front = try ExecutionFront(before: server.port, .none)
        let sign = folder.url.appending(path: "enough").path
        let action = try await action("until test -e \(sign); do sleep 0.1; done", at: front.address)
        let workers = GRPCWorkers(try self.server(at: front.address, patience: 2))
        let run = Task { try await workers.run(action, again: false) {} }
        while front.count(of: "WaitExecution") < 2 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(FileManager.default.createFile(atPath: sign, contents: nil))
        #expect(try result(await run.value)?.exitCode == 0)
        #expect(front.count(of: "Execute") == 1)
    }

    @Test func `after a restart of the server, the action is sent again`() async throws {
        let front = try ExecutionFront(before: server.port, .restart)
        let action = try await action("echo done", at: server.address)
        let end = try await GRPCWorkers(server(at: front.address)).run(action, again: true) {}
        #expect(try result(end)?.exitCode == 0)
        let calls = front.calls.filter { $0 != "GetCapabilities" }
        #expect(calls.map { $0.prefix(1) }.joined().hasPrefix("EWWWWEE"), "\(calls)")
    }

    @Test func `missing inputs are reported, and repeated reports end remote execution`() async throws {
        let front = try ExecutionFront(before: server.port, .lost)
        let action = try await action("echo done", at: server.address)
        let warnings = Mutex<[String]>([])
        let workers = GRPCWorkers(try server(at: front.address)) { warning in warnings.withLock { $0.append(warning) } }
        let end = try await workers.run(action, again: false) {}
        let words = "the server answered with FAILED_PRECONDITION: some inputs are missing"
        #expect(end == .lacksInputs(words))
        // The runner uploads the inputs again and finally refuses the action. Three refusals end remote execution.
        let store = RemoteStore(
            folder.store("actions"), before: GRPCCache(try server(at: server.address)), policy: RemotePolicy())
        let runner = RemoteRunner(store, workers)
        for _ in 1...3 {
            guard case .refused = try await runner.run(Self.script("echo done"), key: action, again: false, begins: {})
            else {
                Issue.record("the action ran")
                return
            }
        }
        #expect(!runner.isUp)
        #expect(warnings.withLock { $0.map { $0.hasSuffix(words) } } == [true])
    }

    @Test func `an operation that the server loses repeatedly is sent three times`() async throws {
        let front = try ExecutionFront(before: server.port, .forget)
        let action = try await action("sleep 2", at: front.address)
        let workers = GRPCWorkers(try server(at: front.address))
        await #expect(throws: RemoteError.refused("the answer is malformed: the server lost the operation repeatedly"))
        {
            try await workers.run(action, again: true) {}
        }
        #expect(front.count(of: "Execute") == 3)
    }

    @Test func `an action that kills its server is sent three times`() async throws {
        let line = "sleep 6000.\(UInt32.random(in: 100_000...999_999))"
        let action = try await action(line, at: server.address)
        let workers = GRPCWorkers(try server(at: server.address, pause: 0.5))
        let run = Task { try await workers.run(action, again: true) {} }
        var (running, seen): (BuildboxServer, Set<Int32>) = (server, [])
        defer { seen.forEach { kill($0, SIGKILL) } }
        for _ in 1...3 {
            while processes(of: line).isSubset(of: seen) { try await Task.sleep(for: .milliseconds(50)) }
            seen.formUnion(processes(of: line))
            running.stop()
            running = try BuildboxServer(jobs: 1, keeping: server.data, port: server.port)
        }
        await #expect(throws: RemoteError.refused("the answer is malformed: the server lost the operation repeatedly"))
        {
            try await run.value
        }
        #expect(seen.count == 3)
    }

    /// Returns the identifiers of the processes that run exactly this line of shell.
    private func processes(of line: String) -> Set<Int32> {
        let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
        let words = line.replacing(" ", with: "\0") + "\0"
        return Set(numbers.filter { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") == Data(words.utf8) })
    }

    @Test func `an operation is cancelled even before it has a name`() async throws {
        let front = try ExecutionFront(before: server.port, .late)
        let action = try await action("sleep 30", at: front.address)
        let workers = GRPCWorkers(try server(at: front.address))
        let run = Task { try await workers.run(action, again: false) {} }
        while front.count(of: "Execute") == 0 { try await Task.sleep(for: .milliseconds(20)) }
        run.cancel()
        await #expect(throws: RemoteError.cancelled) { try await run.value }
        #expect(front.count(of: "CancelOperation") == 1)
        // The only worker is free again.
        let next = try await self.action("echo next", at: server.address)
        let end = try await GRPCWorkers(server(at: server.address)).run(next, again: false) {}
        #expect(try result(end)?.exitCode == 0)
    }
}
