import Foundation
import Subprocess
import SystemPackage
import Testing

/// A folder of its own for a test, and the real program run in it as a person would.
///
/// The program is the release build where `XBUILD_BINARY` names one (`scripts/test` does), else the one beside the tests.
struct TestSpace: ~Copyable {
    let folder: URL

    /// What a run of a program left.
    struct Output: Sendable {
        /// The exit status; negative for a signal.
        var status: Int
        var out: String
        var err: String
    }

    init() throws {
        let base = Self.repository.appending(path: ".build/test-spaces")
        folder = base.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The checkout that these tests belong to.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static var binary: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["XBUILD_BINARY"]
            ?? repository.appending(path: ".build/debug/xbuild").path(percentEncoded: false)
    }

    func path(_ relative: String) -> String { folder.appending(path: relative).path(percentEncoded: false) }

    func write(_ text: String, to relative: String) throws {
        let file = folder.appending(path: relative)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func read(_ relative: String) throws -> String {
        try String(contentsOf: folder.appending(path: relative), encoding: .utf8)
    }

    func exists(_ relative: String) -> Bool { FileManager.default.fileExists(atPath: path(relative)) }

    /// The environment that every run gets: a store of its own, nothing of the user's.
    var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": path("home"),
            "XBUILD_STORE": path("store"),
            "XBUILD_HOME": Self.repository.path(percentEncoded: false),
        ]
    }

    /// Runs `xbuild` with these arguments in the folder.
    func xbuild(_ arguments: String..., environment extra: [String: String] = [:]) async throws -> Output {
        try await run(Self.binary, arguments, environment: environment.merging(extra) { $1 })
    }

    /// Runs any program in the folder.
    func run(_ program: String, _ arguments: [String], environment: [String: String]? = nil) async throws -> Output {
        try await Self.run(program, arguments, in: folder, environment: environment ?? self.environment)
    }

    static func run(
        _ program: String, _ arguments: [String], in folder: URL, environment: [String: String]
    ) async throws -> Output {
        let variables = Dictionary(
            uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })
        let result = try await Subprocess.run(
            program.hasPrefix("/") ? .path(FilePath(program)) : .name(program),
            arguments: Arguments(arguments), environment: .custom(variables),
            workingDirectory: FilePath(folder.path(percentEncoded: false)),
            output: .string(limit: 1 << 26), error: .string(limit: 1 << 26))
        let status =
            switch result.terminationStatus {
            case .exited(let code): Int(code)
            case .signaled(let signal): -Int(signal)
            }
        return Output(status: status, out: result.standardOutput, err: result.standardError)
    }
}
