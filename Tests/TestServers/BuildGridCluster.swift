import Foundation

/// BuildGrid with its scheduler, the database that it needs, and a worker, over gRPC on ports of the loopback interface, as
/// long as the value lives. `scripts/setup interop` installs what it takes.
///
/// BuildGrid brings no worker: this one takes leases from it, and buildbox-run does the work.
public final class BuildGridCluster {
    /// What goes after `--remote`.
    public let address: String
    private let folder: URL
    private var processes: [Process] = []

    public static let isInstalled = BuildGridServer.isInstalled && BuildboxServer.runsActions && database != nil

    /// Where Debian has PostgreSQL's programs.
    private static let database = try? FileManager.default.contentsOfDirectory(
        at: URL(filePath: "/usr/lib/postgresql"), includingPropertiesForKeys: nil
    ).max { $0.path.compare($1.path, options: .numeric) == .orderedAscending }?.appending(path: "bin")

    /// - Parameters:
    ///   - visible: folders, beside the system's, that actions see at their own paths.
    ///   - hasWorker: without one, actions wait for ever.
    public init(visible: [String], hasWorker: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "xbuild-grid-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let port = try LoopbackPort.free()
        address = "grpc://127.0.0.1:\(port)"
        let sql = try startDatabase()
        let file = folder.appending(path: "server.yaml")
        let data = folder.appending(path: "data").path
        try Data(BuildGridServer.configuration(port, data, instance: "", sql: sql).utf8).write(to: file)
        try run(BuildGridServer.program.path, ["migrate", "apply", sql])
        try start(BuildGridServer.program.path, ["server", "start", file.path])
        try LoopbackPort.wait(for: port, atMost: 60)
        guard hasWorker else { return }
        let python = BuildGridServer.program.deletingLastPathComponent().appending(path: "python").path
        let mounts = BuildboxServer.mounts(visible).map { "--ro-bind-mount=\($0)" }
        try start(python, ["-c", Self.worker, "127.0.0.1:\(port)", BuildboxServer.runner] + mounts)
    }

    deinit {
        for process in processes.reversed() {
            // PostgreSQL, which is the first, takes its own children along then, and waits for nobody.
            kill(process.processIdentifier, process === processes.first ? SIGQUIT : SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: Programs

    /// Where the database is to be found.
    private func startDatabase() throws -> String {
        let programs = try Self.database.orThrow("PostgreSQL")
        let (data, port) = (folder.appending(path: "sql").path, try LoopbackPort.free())
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        // It refuses to run for root.
        var words: [String] = []
        if getuid() == 0 {
            try run("/usr/bin/chown", ["postgres:", data])
            words = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        }
        func call(_ name: String, _ arguments: String...) -> (String, [String]) {
            let all = words + [programs.appending(path: name).path] + arguments
            return (all[0], Array(all.dropFirst()))
        }
        let create = call("initdb", "--auth=trust", "--username=grid", "--no-sync", "--pgdata=\(data)")
        try run(create.0, create.1)
        let serve = call(
            "postgres", "-D", data, "-p", "\(port)", "-c", "listen_addresses=127.0.0.1", "-c",
            "unix_socket_directories=", "-c", "fsync=off")
        try start(serve.0, serve.1)
        try LoopbackPort.wait(for: port, atMost: 60)
        return "postgresql://grid@127.0.0.1:\(port)/postgres"
    }

    private func process(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func start(_ program: String, _ arguments: [String]) throws {
        processes.append(try process(program, arguments))
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let process = try process(program, arguments)
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw Failed(program: program, status: process.terminationStatus) }
    }

    private struct Failed: Error {
        var program: String
        var status: Int32
    }

    // MARK: The worker

    /// ADDRESS RUNNER OPTION...: asks for leases over BuildGrid's own messages, and has the runner do each.
    private static let worker = #"""
        import grpc, pathlib, platform, subprocess, sys, tempfile
        from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
        from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as blobs
        from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2 as bots
        from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2_grpc as service
        from buildgrid._protos.google.devtools.remoteworkers.v1test2 import worker_pb2 as workers

        address, runner, options = sys.argv[1], sys.argv[2], sys.argv[3:]
        channel = grpc.insecure_channel(address)
        grpc.channel_ready_future(channel).result(timeout=60)
        stub, store = service.BotsStub(channel), blobs.ContentAddressableStorageStub(channel)

        def action(payload):
            digest = execution.Digest()
            if not payload.Unpack(digest):
                whole = execution.Action()
                payload.Unpack(whole)
                return whole.SerializeToString()
            request = execution.BatchReadBlobsRequest(digests=[digest])
            return store.BatchReadBlobs(request).responses[0].data

        def run(lease):
            with tempfile.TemporaryDirectory() as folder:
                task, result = pathlib.Path(folder, "action"), pathlib.Path(folder, "result")
                task.write_bytes(action(lease.payload))
                subprocess.run([runner, f"--remote=http://{address}", "--disable-localcas", f"--action={task}",
                                f"--action-result={result}", *options], capture_output=True)
                outcome = execution.ActionResult()
                if result.exists():
                    outcome.ParseFromString(result.read_bytes())
                else:
                    lease.status.code = 13
                lease.result.Pack(outcome)
                lease.state = 4

        device = workers.Device(handle="here")
        machine = {"x86_64": "x86-64", "aarch64": "aarch64"}[platform.machine()]
        for key, value in ("OSFamily", "linux"), ("ISA", machine):
            device.properties.add(key=key, value=value)
        session = stub.CreateBotSession(bots.CreateBotSessionRequest(
            parent="", bot_session=bots.BotSession(bot_id="one", status=1, worker=workers.Worker(devices=[device]))))
        while True:
            for lease in session.leases:
                if lease.state in (1, 2):
                    run(lease)
            session = stub.UpdateBotSession(
                bots.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=60)
        """#
}

extension Optional {
    fileprivate func orThrow(_ what: String) throws -> Wrapped {
        guard let self else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: what]) }
        return self
    }
}
