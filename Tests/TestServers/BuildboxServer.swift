import Foundation

/// buildbox-casd as a cache, and where asked for a worker, over gRPC on a port of its own of the loopback interface, as
/// long as the value lives. `scripts/setup tests` installs it.
public final class BuildboxServer {
    /// What goes after `--remote`.
    public let address: String
    public let port: Int
    /// What it keeps.
    public let data: URL
    private let server: ServerProcess

    /// Where the programs are.
    private static let programs = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../.build/servers/buildstream/subprojects/buildbox")

    /// What runs an action.
    static let runner = programs.appending(path: "buildbox-run").standardizedFileURL.path

    public static let isInstalled = FileManager.default.isExecutableFile(
        atPath: programs.appending(path: "buildbox-casd").path)

    /// Its workers shut actions in with bubblewrap, which not every machine lets them.
    public static let runsActions: Bool = isInstalled && bubblewrapWorks()

    private static func bubblewrapWorks() -> Bool {
        let words = ["--unshare-all", "--ro-bind", "/", "/", "/bin/true"]
        return (try? Tool.run(URL(filePath: "/usr/bin/bwrap"), words)) != nil
    }

    /// - Parameters:
    ///   - jobs: how many actions it runs at once; nil for a cache alone.
    ///   - visible: folders, beside the system's, that actions see at their own paths.
    public init(jobs: Int? = nil, visible: [String] = [], keeping data: URL? = nil, port: Int? = nil) throws {
        server = try ServerProcess("casd")
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

    /// Ends it at once, as a power cut would.
    public func stop() { server.stop() }

    /// The file in which it keeps a blob.
    public func file(of hash: String) -> URL {
        data.appending(path: "cas/objects/\(hash.prefix(2))/\(hash.dropFirst(2))")
    }

    /// What an action sees of the machine beside its inputs, `HERE:THERE` each.
    static func mounts(_ visible: [String]) -> [String] {
        let system = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64", "/etc:/etc"]
        return system + visible.map { "\($0):\($0)" }
    }
}
