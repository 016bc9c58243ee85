import Foundation

/// BuildGrid as a cache over gRPC on a port of its own of the loopback interface, as long as the value lives.
/// `scripts/setup interop` installs it, for which it takes Python 3.13.
public final class BuildGridServer {
    /// What goes after `--remote`.
    public let address: String
    private let folder: URL
    private let process: Process

    static let program = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../.build/buildgrid/bin/bgd")

    public static let isInstalled = FileManager.default.isExecutableFile(atPath: program.path)

    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "xbuild-buildgrid-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let port = try LoopbackPort.free()
        address = "grpc://127.0.0.1:\(port)"
        let file = folder.appending(path: "server.yaml")
        try Data(Self.configuration(port, folder.appending(path: "data").path).utf8).write(to: file)
        process = Process()
        process.executableURL = Self.program
        process.arguments = ["server", "start", file.path]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try LoopbackPort.wait(for: port, atMost: 60)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func configuration(_ port: Int, _ data: String) -> String {
        """
        server:
          - !channel
            address: 127.0.0.1:\(port)
            insecure-mode: true
        storages:
          - !disk-storage &data
            path: \(data)
        caches:
          - !lru-action-cache &results
            storage: *data
            max-cached-refs: 1000
            cache-failed-actions: false
            allow-updates: true
        instances:
          - name: main
            services:
              - !cas
                storage: *data
              - !bytestream
                storage: *data
              - !action-cache
                cache: *results

        """
    }
}
