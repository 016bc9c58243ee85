import Basics
import Targets
import Testing

@testable import Toolchains

/// Toolchains for Linux with a glibc sysroot, or with a folder in its place.
struct GlibcResolutionTests {
    @Test func `the libraries of a requested sysroot are in the key, and have the symbols for audits`() async throws {
        let libraries = ["/sdk/lib/libc.so.6", "/sdk/usr/lib/x86_64-linux-gnu/libm.so.6"]
        let found = try await ResolutionTests.resolve(
            "linux-gnu-x86_64", on: Machines.debian(with: libraries + ["/sdk"])
        ) {
            $0.sdk = "/sdk"
        }
        #expect(found.sysroot == .folder("/sdk"))
        #expect(found.inputFiles == libraries)
        for library in libraries { #expect(found.properties["file.\(library)"] != nil) }
    }

    @Test func `all files of a folder that is the sysroot are in the key`() async throws {
        let paths = ["/sdk/lib/libc.so.6", "/sdk/include/stdio.h"]
        let properties = { (digest: Digest) in
            let files = Machines.linuxFiles.merging([paths[1]: digest]) { $1 }
            let effects = Machines.debian(files: files, with: [paths[0], "/sdk"])
            return try await ResolutionTests.resolve("linux-gnu-x86_64", on: effects) { $0.sdk = "/sdk" }.properties
        }
        let (first, second) = (try await properties(Machines.digest(70)), try await properties(Machines.digest(71)))
        #expect(first["sysroot"]?.hasPrefix("/sdk ") == true)
        #expect(Set(first.keys.filter { first[$0] != second[$0] }) == ["sysroot"])
    }

    @Test func `a request's minimum is the version of the glibc sysroot`() async throws {
        let found = try await ResolutionTests.resolve("linux-gnu-x86_64") { $0.minimum = OSVersion(2, 28) }
        guard case .glibc(let sysroot, _, _) = found.sysroot else {
            Issue.record("not glibc: \(found.sysroot)")
            return
        }
        #expect(sysroot.version == OSVersion(2, 28))
        #expect(found.triple == "x86_64-unknown-linux-gnu")
        #expect(found.properties["sysroot"]?.hasPrefix("glibc 2.28 ") == true)
    }
}
