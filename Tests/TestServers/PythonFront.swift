import Foundation

/// A test server in front of a real one, on its own port of the loopback interface, for the lifetime of the value. It
/// is written with gRPC's Python library and adds behaviour that no available server has.
final class PythonFront {
    /// The value for `--remote`.
    let address: String
    private let server: ServerProcess

    static let isInstalled = (try? Tool.run(python, ["-c", "import grpc, google.protobuf"])) != nil

    /// Debian's Python, which has Debian's packages.
    private static let python = URL(filePath: "/usr/bin/python3")

    /// - Parameter program: the name of a Python file in this folder; `fronts.py` describes its arguments.
    init(_ program: String, before port: Int, kind: String) throws {
        server = try ServerProcess()
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

    /// The lines that the program wrote so far.
    var log: [String] { (try? server.lines(of: "log")) ?? [] }
}
