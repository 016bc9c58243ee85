import Actions
import Basics
import Planning
import TestSupport
import Testing

@testable import xbuild

/// The programs of this machine that actions call: xbuild's own, and Swift's.
struct OwnProgramsTests {
    @Test func `without lipo beside xbuild, no build is planned`() throws {
        let folder = try TemporaryFolder()
        var host = Host.live()
        host.executable = folder.path("xbuild")
        let context = try BuildContext(host: host, store: folder.path("store"))
        #expect {
            _ = try context.carriedTools()
        } throws: { error in
            ErrorReport(error).messages == [
                "error: the program `lipo` is not beside `\(host.executable)`\n"
                    + "hint: build all of the package's products"
            ]
        }
    }

    @Test(arguments: [
        ("/opt/swift/usr/bin/swiftc", ["/opt/clang", "/opt/swift/usr"]),
        ("/usr/bin/swiftc", ["/opt/clang", "/opt/swift/usr/lib/clang"]),
    ])
    func `a sandbox shows Swift's folder only if it is no system folder`(path: String, expected: [String]) {
        let swift = ModuleRequest.SwiftCompiler(path: path, digest: Digest(of: [0]), shims: "", embedded: [])
        #expect(swift.folders(besides: ["/opt/clang", "/opt/swift/usr/lib/clang"]) == expected)
    }
}
