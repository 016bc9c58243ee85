import Foundation

/// BuildGrid with its scheduler, its database and a worker, over gRPC on ports of the loopback interface, for the
/// lifetime of the value. `scripts/setup interop` installs its requirements.
///
/// BuildGrid includes no worker: a Python program here fetches leases from BuildGrid, and buildbox-run executes them.
public final class BuildGridCluster {
    /// The value for `--remote`.
    public let address: String
    private let database: ServerProcess
    private let server: ServerProcess
    private let worker: ServerProcess?

    public static let isInstalled = BuildGridServer.isInstalled && BuildboxServer.runsActions && postgres != nil

    /// The folder of PostgreSQL's programs in Debian.
    private static let postgres = try? FileManager.default.contentsOfDirectory(
        at: URL(filePath: "/usr/lib/postgresql"), includingPropertiesForKeys: nil
    ).max { $0.path.compare($1.path, options: .numeric) == .orderedAscending }?.appending(path: "bin")

    /// - Parameters:
    ///   - visible: folders, besides the system's, that actions can read at the same paths.
    ///   - hasWorker: without a worker, actions wait forever.
    public init(visible: [String], hasWorker: Bool = true) throws {
        // With this signal PostgreSQL ends its own children and does not wait for clients.
        database = try ServerProcess(endedBy: SIGQUIT)
        server = try ServerProcess()
        worker = hasWorker ? try ServerProcess() : nil
        let port = try LoopbackPort.free()
        address = "grpc://127.0.0.1:\(port)"
        let sql = try startDatabase()
        let data = server.folder.appending(path: "data").path
        let configuration = BuildGridServer.configuration(port, data, instance: "", sql: sql)
        let file = try server.write(configuration, to: "server.yaml")
        try Tool.run(BuildGridServer.program, ["migrate", "apply", sql], in: server.folder)
        try server.start(BuildGridServer.program, ["server", "start", file.path], port: port)
        let python = BuildGridServer.program.deletingLastPathComponent().appending(path: "python")
        let mounts = BuildboxServer.mounts(visible).map { "--ro-bind-mount=\($0)" }
        try worker?.start(python, ["-c", Self.work, "127.0.0.1:\(port)", BuildboxServer.runner] + mounts)
    }

    /// Stops each program before the program that it calls.
    deinit {
        worker?.stop()
        server.stop()
        database.stop()
    }

    // MARK: Programs

    /// Returns the address of the database.
    private func startDatabase() throws -> String {
        guard let programs = Self.postgres else { throw Tool.Missing(name: "postgres") }
        let (data, port) = (database.folder.appending(path: "sql").path, try LoopbackPort.free())
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        // PostgreSQL refuses to run as root.
        var words: [String] = []
        if getuid() == 0 {
            try Tool.run(URL(filePath: "/usr/bin/chown"), ["postgres:", data])
            words = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        }
        func call(_ name: String, _ arguments: String...) -> (URL, [String]) {
            let all = words + [programs.appending(path: name).path] + arguments
            return (URL(filePath: all[0]), Array(all.dropFirst()))
        }
        let create = call("initdb", "--auth=trust", "--username=grid", "--no-sync", "--pgdata=\(data)")
        try Tool.run(create.0, create.1, in: database.folder)
        let serve = call(
            "postgres", "-D", data, "-p", "\(port)", "-c", "listen_addresses=127.0.0.1", "-c",
            "unix_socket_directories=", "-c", "fsync=off")
        try database.start(serve.0, serve.1, port: port)
        return "postgresql://grid@127.0.0.1:\(port)/postgres"
    }

    // MARK: The worker

    /// A Python program with the arguments ADDRESS RUNNER OPTION... It fetches leases with BuildGrid's own messages and
    /// executes each lease with the runner.
    private static let work = #"""
        import grpc, pathlib, platform, subprocess, sys, tempfile, time
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
            try:
                session = stub.UpdateBotSession(
                    bots.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=60)
            except grpc.RpcError:
                time.sleep(0.2)  # A busy server may answer late: ask it again.
        """#
}
