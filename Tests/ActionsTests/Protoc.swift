import Foundation

/// Runs protoc with xbuild's `.proto` file, as a second implementation of the wire format.
enum Protoc {
    static let isThere = search("protoc") != nil

    /// Returns the bytes of a message that is written in protobuf's text form.
    static func encode(_ message: String, _ text: String) throws -> [UInt8] {
        try run(["--encode=build.bazel.remote.execution.v2.\(message)"], input: Array(text.utf8))
    }

    /// Returns the text form of a message.
    static func decode(_ message: String, _ bytes: [UInt8]) throws -> String {
        String(decoding: try run(["--decode=build.bazel.remote.execution.v2.\(message)"], input: bytes), as: UTF8.self)
    }

    /// Returns the encoded field numbers and values, decoded without any `.proto` file.
    static func decodeRaw(_ bytes: [UInt8]) throws -> String {
        String(decoding: try run(["--decode_raw"], input: bytes, withProto: false), as: UTF8.self)
    }

    struct Failure: Error { let status: Int32 }

    private static func run(_ arguments: [String], input: [UInt8], withProto: Bool = true) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Actions/Protocol").standardizedFileURL.path
        let process = Process()
        process.executableURL = URL(filePath: search("protoc") ?? "")
        process.arguments = arguments + (withProto ? ["--proto_path=\(folder)", "remote_execution.proto"] : [])
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        try process.run()
        // The input fits into a pipe, so neither side blocks.
        precondition(input.count < 60_000)
        try stdin.fileHandleForWriting.write(contentsOf: Data(input))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return Array(output)
    }

    private static func search(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
