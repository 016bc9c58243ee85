import Foundation

/// What stands before a gRPC server that compresses nothing and speaks Zstandard for it, by gRPC's own Python library and
/// zstd's own program, as long as the value lives: of the servers that can be had here none does it itself.
public final class CompressingFront {
    /// What goes after `--remote`.
    public let address: String
    private let folder: URL
    private let process: Process

    public static let isInstalled: Bool = {
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

    /// - Parameter isRight: whether frames in streams hold what they should.
    public init(before port: Int, isRight: Bool = true) throws {
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
            here.appending(path: "compressing_front.py").path, "\(own)", "\(port)", folder.path,
            folder.appending(path: "log").path, isRight ? "right" : "wrong",
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

    /// What went compressed: `write`, `batch-write`, `read` or `batch-read`, and the digest.
    public var log: Set<String> {
        let text = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        return Set((text ?? "").split(separator: "\n").map(String.init))
    }
}
