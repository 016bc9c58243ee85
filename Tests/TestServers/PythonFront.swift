import Foundation

/// A server of ours before a real one, written with gRPC's own Python library, on a port of its own of the loopback
/// interface, as long as the value lives. For what none of the servers that can be had here does.
final class PythonFront {
    /// What goes after `--remote`.
    let address: String
    private let server: ServerProcess

    static let isInstalled = (try? Tool.run(python, ["-c", "import grpc, google.protobuf"])) != nil

    /// Debian's own, which has Debian's packages.
    private static let python = URL(filePath: "/usr/bin/python3")

    /// - Parameter program: beside this file; takes what `fronts.py` says.
    init(_ program: String, before port: Int, kind: String) throws {
        server = try ServerProcess("front")
        let folder = server.folder
        let here = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        let messages = here.appending(path: "../../Sources/Remote/Protocol").standardizedFileURL.path
        try Tool.run(
            Tool.url("protoc"), ["--python_out=\(folder.path)", "--proto_path=\(messages)", "remote_services.proto"])
        let own = try LoopbackPort.free()
        address = "grpc://127.0.0.1:\(own)"
        let log = folder.appending(path: "log")
        let arguments = [here.appending(path: program).path, "\(own)", "\(port)", folder.path, log.path, kind]
        try server.start(Self.python, arguments, port: own)
    }

    /// The lines that it wrote so far.
    var log: [String] { (try? server.lines(of: "log")) ?? [] }
}
