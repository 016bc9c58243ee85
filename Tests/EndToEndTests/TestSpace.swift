import Foundation
import TestSupport

/// A folder for one test, in which the test runs the real program as a user would.
///
/// `XBUILD_BINARY`, which `scripts/test` sets, names the program; by default it is the one built with the tests.
final class TestSpace: Sendable {
    let folder: URL

    typealias Output = TestProgram.Output

    init() throws {
        _ = Self.isSwept
        let number = String(UInt32.random(in: .min ... .max), radix: 16)
        folder = Self.spaces.appending(path: "\(getpid())-\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The checkout that these tests belong to, without a slash at its end.
    static let repository: URL = {
        let file = URL(filePath: #filePath).resolvingSymlinksInPath().path(percentEncoded: false)
        return URL(filePath: file.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())
    }()

    /// The Linux target with this machine's processor.
    #if arch(arm64)
        static let host = "linux-gnu-aarch64"
    #else
        static let host = "linux-gnu-x86_64"
    #endif

    /// The parent folder of all test spaces; the name of each begins with the ID of the process that made it.
    static let spaces = repository.appending(path: ".build/test-spaces")

    /// Removes the folders that earlier test runs left: those of killed runs, and builds that several tests share.
    private static let isSwept: Void = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: spaces.path(percentEncoded: false))) ?? []
        for name in names {
            let owner = name.split(separator: "-").first.flatMap { Int32($0) }
            if let owner, kill(owner, 0) == 0 || errno != ESRCH { continue }
            try? FileManager.default.removeItem(at: spaces.appending(path: name))
        }
    }()

    static var binary: String {
        #if DEBUG
            let beside = ".build/debug/xbuild"
        #else
            let beside = ".build/release/xbuild"
        #endif
        return ProcessInfo.processInfo.environment["XBUILD_BINARY"]
            ?? repository.appending(path: beside).path(percentEncoded: false)
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

    func remove(_ relative: String) throws { try FileManager.default.removeItem(at: folder.appending(path: relative)) }

    /// The keys of all actions in the store of this space.
    var storedKeys: Set<String> { Set(names(in: "store/ac").flatMap { names(in: "store/ac/\($0)") }) }

    /// Returns the sorted names in a folder; none if the folder does not exist.
    func names(in relative: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path(relative))) ?? []).sorted()
    }

    /// The environment of every run: a store in the space, none of the user's settings, and no network.
    var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": path("home"),
            "XBUILD_STORE": path("store"),
            "XBUILD_HOME": exists(SmallLibrary.home)
                ? path(SmallLibrary.home) : Self.repository.path(percentEncoded: false),
            "XBUILD_OFFLINE": "1",
            // A working server on a busy machine may be slow.
            "XBUILD_REMOTE_TIMEOUT": "300",
        ]
    }

    /// Runs `xbuild` with these arguments in the folder.
    func xbuild(_ arguments: String..., environment extra: [String: String] = [:]) async throws -> Output {
        try await xbuild(arguments, environment: extra)
    }

    func xbuild(_ arguments: [String], environment extra: [String: String] = [:]) async throws -> Output {
        try await run(Self.binary, arguments, environment: environment.merging(extra) { $1 })
    }

    /// Runs any program in the folder. SwiftPM sometimes crashes on a busy machine: the program then runs once more.
    @discardableResult
    func run(_ program: String, _ arguments: [String], environment: [String: String]? = nil) async throws -> Output {
        let environment = environment ?? self.environment
        let output = try await TestProgram.run(program, arguments, in: folder, environment: environment)
        let isSwift = program == "swift" || arguments.contains("swift")
        guard isSwift, (output.out + output.err).contains("*** Program crashed") else { return output }
        return try await TestProgram.run(program, arguments, in: folder, environment: environment)
    }

    /// Returns the messages without the parts that differ between runs: progress lines, durations, the space's path.
    func talk(_ output: Output) -> String {
        output.err.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("[") }.joined(separator: "\n")
            .replacing(path(""), with: "").replacing(/run-[0-9a-z]+\/[0-9a-f]{12}-\d+/, with: "RUN/ACTION")
            .replacing(/cas\/[0-9a-f]{2}\/[0-9a-f]{64}/, with: "cas/DIGEST")
            .replacing(/\ in (\d+ min )?[0-9.]+ s\n/, with: " in TIME\n")
    }
}
