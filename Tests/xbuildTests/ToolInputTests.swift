import Machine
import SystemPackage
import TestSupport
import Testing

@testable import xbuild

/// Files that commands read and tools that they run, apart from builds.
struct ToolInputTests {
    @Test func `a file name that is not UTF-8 does not affect other files of the mirror`() async throws {
        let folder = try TemporaryFolder(["z-1.2.tar": "archive", "mirror/other.tar": "source"])
        // Some file systems refuse the name.
        _ = try folder.need("/bin/sh", ["-c", "mkdir scratch; touch \"mirror/$(printf 'a\\377')\" || :"])
        var host = Host.live()
        host.environment["XBUILD_MIRROR"] = folder.path("mirror")
        let source = try await NewSource.found(
            folder.path("z-1.2.tar"), suite: "stable", scratch: folder.path("scratch"), host: host)
        let mirror = try #require(source.mirror)
        #expect(try FileSystem.names(in: mirror).contains("other.tar"))
    }

    @Test func `an interruption while a tool runs is not reported as the tool's failure`() async throws {
        let host = Host.live()
        let work = Task {
            try await host.run(["/bin/sleep", "60"], [:], in: "/", failure: "cannot run `sleep`")
        }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test func `a file that cannot be written is reported with the reason`() throws {
        let path = "/dev/null/xbuild.lock"
        #expect {
            try CommandFailure.writing("xbuild.lock") { () throws(FileError) in
                try FileSystem.write("".utf8, to: path)
            }
        } throws: { error in
            let report = ErrorReport(error)
            return report.status == .fault && report.messages == ["error: cannot write `xbuild.lock`: not a directory"]
        }
    }
}
