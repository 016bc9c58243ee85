import Foundation
import Testing

/// A running program to which a test can send signals.
final class RunningProgram {
    private let process = Process()
    private let errors: String

    /// - Parameter errors: the file for the program's standard error.
    init(_ program: String, _ arguments: [String], in folder: String, environment: [String: String], errors: String)
        throws
    {
        self.errors = errors
        // The parent of the test process may ignore SIGHUP, and child processes inherit this setting.
        let isGNU = FileManager.default.fileExists(atPath: "/proc")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = (isGNU ? ["--default-signal=HUP"] : []) + [program] + arguments
        process.environment = environment
        process.currentDirectoryURL = URL(filePath: folder)
        for file in [errors, errors + ".out"] { try Data().write(to: URL(filePath: file)) }
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: errors + ".out"))
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// The contents of standard error so far.
    var talk: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

    /// Waits until the program has printed a message, or ended.
    func waitUntilItPrints(_ words: String) async throws {
        try await until("the program prints \(words)") { !process.isRunning || talk.contains(words) }
    }

    /// Waits for the program's end.
    /// - Returns: the exit status, or the negated number of the signal that ended the program; nil if the program was
    ///   killed after the time limit.
    func end(within limit: Duration = .seconds(600)) async throws -> Int? {
        let deadline = ContinuousClock.now + limit
        while process.isRunning {
            guard ContinuousClock.now < deadline else {
                send(SIGKILL)
                return nil
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return process.terminationReason == .exit ? Int(process.terminationStatus) : -Int(process.terminationStatus)
    }
}

extension TestSpace {
    /// Starts xbuild in the space's folder, with the file `talk` there for its messages.
    func start(_ arguments: String..., talk: String = "talk") throws -> RunningProgram {
        try RunningProgram(
            Self.binary, arguments, in: path(""), environment: environment, errors: path(talk))
    }
}

/// Waits until a condition holds; fails the test after ten minutes.
func until(_ condition: String, isTrue: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try !isTrue() {
        try #require(ContinuousClock.now < deadline, "waited until \(condition)")
        try await Task.sleep(for: .milliseconds(20))
    }
}

/// Returns the processes of this machine whose command line or working folder contains these words.
func processes(naming words: String) -> [String] {
    let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int($0) != nil }
    return numbers.compactMap { number in
        let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
        let text = String(decoding: line, as: UTF8.self).replacing("\0", with: " ")
        let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/cwd")) ?? ""
        return text.contains(words) || folder.contains(words) ? "\(number) \(text)" : nil
    }
}
