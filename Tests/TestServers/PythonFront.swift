import Foundation

/// A server of ours before a real one, written with gRPC's own Python library, on a port of its own of the loopback
/// interface, as long as the value lives. For what none of the servers that can be had here does.
final class PythonFront {
    /// What goes after `--remote`.
    let address: String
    private let folder: URL
    private let process: Process

    static let isInstalled: Bool = {
        let check = Process()
        check.executableURL = python
        check.arguments = ["-c", "import grpc, google.protobuf"]
        check.standardError = FileHandle.nullDevice
        guard (try? check.run()) != nil else { return false }
        check.waitUntilExit()
        return check.terminationStatus == 0
    }()

    /// Debian's own, which has Debian's packages.
    private static let python = URL(filePath: "/usr/bin/python3")

    /// - Parameter program: beside this file; takes `PORT SERVER-PORT MESSAGES LOG KIND`.
    init(_ program: String, before port: Int, kind: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "xbuild-front-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let here = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        let messages = here.appending(path: "../../Sources/Remote/Protocol").standardizedFileURL.path
        let protoc = try Process.run(
            Tool.url("protoc"),
            arguments: ["--python_out=\(folder.path)", "--proto_path=\(messages)", "remote_services.proto"])
        protoc.waitUntilExit()
        let own = try LoopbackPort.free()
        address = "grpc://127.0.0.1:\(own)"
        process = Process()
        process.executableURL = Self.python
        process.arguments = [
            here.appending(path: program).path, "\(own)", "\(port)", folder.path, folder.appending(path: "log").path,
            kind,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        try LoopbackPort.wait(for: own)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The lines that it wrote so far.
    var log: [String] {
        let text = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }
}
