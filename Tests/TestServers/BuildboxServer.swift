import Foundation

/// buildbox-casd as a cache, optionally with a worker, over gRPC on its own port of the loopback interface, for the
/// lifetime of the value. `scripts/setup tests` installs it.
public final class BuildboxServer {
    /// The value for `--remote`.
    public let address: String
    public let port: Int
    /// The folder for the server's blobs.
    public let data: URL
    private let server: ServerProcess

    /// The folder of buildbox's programs.
    private static let programs = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../.build/servers/buildstream/subprojects/buildbox")

    /// The program that runs an action.
    static let runner = programs.appending(path: "buildbox-run").standardizedFileURL.path

    public static let isInstalled = FileManager.default.isExecutableFile(
        atPath: programs.appending(path: "buildbox-casd").path)

    /// Whether workers can run actions: they use bubblewrap, which does not work on every machine.
    public static let runsActions: Bool = isInstalled && bubblewrapWorks()

    private static func bubblewrapWorks() -> Bool {
        let words = ["--unshare-all", "--ro-bind", "/", "/", "/bin/true"]
        return (try? Tool.run(URL(filePath: "/usr/bin/bwrap"), words)) != nil
    }

    /// - Parameters:
    ///   - jobs: the number of concurrent actions; nil for a cache alone.
    ///   - visible: folders, besides the system's, that actions can read at the same paths.
    public init(jobs: Int? = nil, visible: [String] = [], keeping data: URL? = nil, port: Int? = nil) throws {
        server = try ServerProcess()
        self.data = data ?? server.folder.appending(path: "data")
        try FileManager.default.createDirectory(at: self.data, withIntermediateDirectories: true)
        self.port = try port ?? LoopbackPort.free()
        address = "grpc://127.0.0.1:\(self.port)"
        var arguments = ["--bind=127.0.0.1:\(self.port)", "--log-level=warning"]
        if let jobs {
            arguments += ["--buildbox-run=\(Self.runner)", "--jobs=\(jobs)", "--cache-failures=false"]
            arguments += Self.mounts(visible).map { "--runner-arg=--ro-bind-mount=\($0)" }
        }
        let program = Self.programs.appending(path: "buildbox-casd")
        try server.start(program, arguments + [self.data.path], port: self.port, log: "log")
    }

    /// Ends the server immediately, like a power cut.
    public func stop() { server.stop() }

    /// Returns the path of the file that contains a blob.
    public func file(of hash: String) -> URL {
        data.appending(path: "cas/objects/\(hash.prefix(2))/\(hash.dropFirst(2))")
    }

    /// Returns the paths that an action can read besides its inputs, each as `PATH:PATH-IN-THE-ACTION`.
    static func mounts(_ visible: [String]) -> [String] {
        let system = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64", "/etc:/etc"]
        return system + visible.map { "\($0):\($0)" }
    }
}
