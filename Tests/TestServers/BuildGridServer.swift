import Foundation

/// BuildGrid as a cache over gRPC on its own port of the loopback interface, for the lifetime of the value.
/// `scripts/setup interop` installs it, with Python 3.13.
public final class BuildGridServer {
    /// The value for `--remote`.
    public let address: String
    private let server: ServerProcess

    static let program = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../.build/buildgrid/bin/bgd")

    public static let isInstalled = FileManager.default.isExecutableFile(atPath: program.path)

    public init() throws {
        server = try ServerProcess()
        let port = try LoopbackPort.free()
        address = "grpc://127.0.0.1:\(port)"
        let data = server.folder.appending(path: "data").path
        let file = try server.write(Self.configuration(port, data, instance: "main"), to: "server.yaml")
        try server.start(Self.program, ["server", "start", file.path], port: port)
    }

    /// Returns the server's configuration.
    ///
    /// - Parameters:
    ///   - data: the folder for the server's blobs.
    ///   - sql: the address of the scheduler's database; nil for a server without a scheduler.
    static func configuration(_ port: Int, _ data: String, instance: String, sql: String? = nil) -> String {
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
        \(sql.map(scheduler) ?? "")
        instances:
          - name: '\(instance)'
            services:
              - !cas
                storage: *data
              - !bytestream
                storage: *data
              - !action-cache
                cache: *results
        \(sql == nil ? "" : execution)

        """
    }

    private static func scheduler(_ sql: String) -> String {
        """
        connections:
          - !sql-connection &sql
            connection-string: \(sql)
        schedulers:
          - !sql-scheduler &scheduler
            storage: *data
            sql: *sql
            action-cache: *results
            property-set: !dynamic-property-set
              unique-property-keys: [OSFamily]
              match-property-keys: [OSFamily, ISA]
              wildcard-property-keys: [toolchain]
        """
    }

    /// The additional services of an instance that runs actions.
    private static let execution = """
              - !execution
                scheduler: *scheduler
              - !bots
                scheduler: *scheduler
        """
}
