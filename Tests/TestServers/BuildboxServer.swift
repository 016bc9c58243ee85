import Foundation

/// buildbox-casd as a cache, and where asked for a worker, over gRPC on a port of its own of the loopback interface, as long
/// as the value lives. `scripts/setup tests` installs it.
public final class BuildboxServer {
    /// What goes after `--remote`.
    public let address: String
    public let port: Int
    /// What it keeps.
    public let data: URL
    private let folder: URL
    private let process: Process

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
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/bwrap")
        process.arguments = ["--unshare-all", "--ro-bind", "/", "/", "/bin/true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// - Parameters:
    ///   - jobs: how many actions it runs at once; nil for a cache alone.
    ///   - visible: folders, beside the system's, that actions see at their own paths.
    public init(jobs: Int? = nil, visible: [String] = [], keeping data: URL? = nil, port: Int? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "xbuild-casd-\(UUID().uuidString)")
        self.data = data ?? folder.appending(path: "data")
        for folder in [folder, self.data] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        self.port = try port ?? LoopbackPort.free()
        address = "grpc://127.0.0.1:\(self.port)"
        process = Process()
        process.executableURL = Self.programs.appending(path: "buildbox-casd")
        var arguments = ["--bind=127.0.0.1:\(self.port)", "--log-level=warning"]
        if let jobs {
            arguments += [
                "--buildbox-run=\(Self.runner)",
                "--jobs=\(jobs)", "--cache-failures=false",
            ]
            arguments += Self.mounts(visible).map { "--runner-arg=--ro-bind-mount=\($0)" }
        }
        process.arguments = arguments + [self.data.path]
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try LoopbackPort.wait(for: self.port)
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends it at once, as a power cut would.
    public func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

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
