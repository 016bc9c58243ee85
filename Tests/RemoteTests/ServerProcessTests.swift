import Foundation
import SystemPackage
import TestServers
import TestSupport
import Testing

/// A server is stopped when its value is released, even after a partial start.
@Suite(.tags(.process)) struct ServerProcessTests {
    private func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    @Test func `a program that never listens ends and its folder is removed`() throws {
        var server: ServerProcess? = try ServerProcess()
        let folder = try #require(server?.folder)
        let (port, note) = (try LoopbackPort.free(), folder.appending(path: "number"))
        #expect(throws: (any Error).self) {
            try server?.start(
                Tool.url("sh"), ["-c", "echo $$ >new; mv new number; exec sleep 600"], port: port, atMost: 1)
        }
        for _ in 0..<30_000 where !isThere(note) { usleep(20_000) }
        let text = try String(contentsOf: note, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let number = try #require(pid_t(text))
        #expect(kill(number, 0) == 0)
        server = nil
        #expect(kill(number, 0) == -1 && errno == ESRCH)
        #expect(!isThere(folder))
    }

    @Test func `a program that cannot start leaves no folder`() throws {
        var server: ServerProcess? = try ServerProcess()
        let folder = try #require(server?.folder)
        #expect(isThere(folder))
        #expect(throws: (any Error).self) { try server?.start(URL(filePath: "/dev/null/none"), []) }
        server?.stop()
        server = nil
        #expect(!isThere(folder))
    }
}
