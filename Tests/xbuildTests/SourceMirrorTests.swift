import Basics
import SystemPackage
import TestSupport
import Testing

@testable import xbuild

/// The folder of pinned files that `fetch` fills.
struct SourceMirrorTests {
    @Test func `a file that cannot be written is reported with the reason`() throws {
        let folder = try TemporaryFolder(["a": "text"])
        // A file in place of the folder.
        let mirror = SourceMirror(host: .live(), folder: FilePath(folder.path("a")))
        let digest = try #require(SHA256Value(hex: String(repeating: "0", count: 64)))
        #expect {
            try mirror.keep(FilePath(folder.path("a")), as: digest)
        } throws: { error in
            ErrorReport(error).messages == ["error: cannot write `\(mirror.folder)/\(digest)`: not a directory"]
        }
    }
}
