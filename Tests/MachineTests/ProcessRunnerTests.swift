import Machine
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)), .tags(.process)) struct ProcessRunnerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func process(_ script: String, timeout: Int? = nil) throws -> LoggedProcess {
        try folder.write("", to: "log")
        let root = FilePath(folder.path)
        return LoggedProcess(
            arguments: ["/bin/sh", "-c", "HOME=\(root); export HOME; \(script)"], folder: root,
            log: root.appending("log"), timeout: timeout,
            endEscaped: { EscapedProcesses(mark: root.string).kill() })
    }

    @Test func `standard output and error go to the log in order and are reported line by line`() async throws {
        let lines = Mutex<[String]>([])
        let end = try await ProcessRunner.live.runLogged(try process("echo a; echo b >&2; printf c; exit 3")) { new in
            lines.withLock { $0 += new }
        }
        #expect(end.status == .exited(3))
        #expect(lines.withLock { $0 } == ["a", "b", "c"])
        #expect(try folder.text("log") == "a\nb\nc")
    }

    @Test func `a process is ended after its timeout`() async throws {
        let end = try await ProcessRunner.live.runLogged(try process("sleep 100", timeout: 1)) { _ in }
        #expect(end.status == .timedOut)
    }

    @Test func `processes that left the session end with the process`() async throws {
        let script = "setsid /bin/sh -c 'echo $$ >number; exec sleep 100' & while [ ! -s number ]; do :; done"
        _ = try await ProcessRunner.live.runLogged(try process(script)) { _ in }
        let number = try folder.text("number").filter(\.isNumber)
        #expect(FileSystem.text("/proc/\(number)/cmdline")?.contains("sleep") != true)
    }

    @Test func `a missing program gives an error`() async throws {
        let missing = LoggedProcess(
            arguments: [folder.path("none")], folder: FilePath(folder.path), log: FilePath(folder.path("none")),
            timeout: nil, endEscaped: {})
        await #expect(throws: ProcessFailure.self) { try await ProcessRunner.live.runLogged(missing) { _ in } }
        await #expect(throws: ProcessFailure.notFound) {
            try await ProcessRunner.live.run(["no-such-program"], ["PATH": "/usr/bin"], FilePath(folder.path))
        }
    }

    @Test func `the unimplemented runner starts no process`() async throws {
        await #expect(throws: ProcessFailure.notStarted("no process may start here: touch file")) {
            try await ProcessRunner.unimplemented.run(["touch", "file"], [:], FilePath(folder.path))
        }
        #expect(!folder.exists("file"))
    }
}
