import Targets
import Testing

@testable import Toolchains

/// The list of glibc's symbols, and the stubs made from it.
struct GlibcSymbolsTests {
    /// Two libraries, three versions, two targets; `open` and `clone` are functions, `environ` is an object.
    private static let list: [UInt8] =
        [2] + text("m") + text("c") + [3, 2, 2, 5, 2, 14, 0, 2, 33, 0] + [2] + text("x86_64-linux-gnu")
        + text("aarch64-linux-gnu")
        // Four inclusions: `open` of `c` since 2.2.5 and 2.14 on x86_64, and since 2.14 on aarch64; `clone` of `m` and
        // `c`, where it is new in 2.33.
        + [4, 0] + text("open") + [1, 1, 0, 0x81] + [2, 0x81, 0x81] + text("clone") + [3, 0, 0x80] + [3, 0x81, 0x82]
        + [1, 0] + text("environ") + [1, 8, 0x81, 0x80] + [0, 0]

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private func export(_ library: String, _ name: String, _ version: String, size: Int? = nil) throws -> GlibcExport {
        GlibcExport(
            place: .init(library: library, name: name), version: try #require(OSVersion(version)), size: size)
    }

    @Test func `exports have the library, version and size of their target`() throws {
        let list = try GlibcSymbols(Self.list)
        #expect(list.versions == [OSVersion(2, 2, 5), OSVersion(2, 14), OSVersion(2, 33)])
        #expect(
            try list.exports(of: "x86_64-linux-gnu") == [
                export("c", "clone", "2.33"), export("c", "environ", "2.2.5", size: 8), export("c", "open", "2.2.5"),
                export("c", "open", "2.14"), export("m", "clone", "2.2.5"),
            ])
        #expect(
            try list.exports(of: "aarch64-linux-gnu") == [
                export("c", "clone", "2.33"), export("c", "open", "2.14"), export("m", "clone", "2.2.5"),
            ])
        #expect(list.exports(of: "arm-linux-gnueabihf") == nil)
    }

    @Test func `every truncated list is refused`() {
        for count in 0..<Self.list.count {
            #expect(throws: GlibcSymbolsError.self, "\(count) bytes") {
                try GlibcSymbols(Array(Self.list.prefix(count)))
            }
        }
        #expect(throws: GlibcSymbolsError.self) { try GlibcSymbols(Self.list + [0]) }
    }

    @Test(arguments: [("sys_errlist", "@"), ("__exp_finite", "@"), ("__finite", "@@"), ("strerror", "@@")])
    func `programs cannot link with a symbol that glibc replaced`(_ name: String, _ separator: String) throws {
        let stub = GlibcStub(
            library: "c", exports: [try export("c", name, "2.2.5")], newest: OSVersion(2, 31), pointerSize: 8)
        #expect(stub.assembly.contains(", \(name)\(separator)GLIBC_2.2.5, remove\n"))
    }

    @Test func `a stub has the symbols up to its version, and the newest is the default`() throws {
        let exports = try #require(try GlibcSymbols(Self.list).exports(of: "x86_64-linux-gnu"))
        let stub = GlibcStub(library: "c", exports: exports, newest: OSVersion(2, 31), pointerSize: 8)
        let symbols = stub.assembly.split(separator: "\n").filter { $0.hasPrefix(".symver") }
        #expect(
            symbols == [
                ".symver function_0, open@GLIBC_2.2.5, remove", ".symver function_1, open@@GLIBC_2.14, remove",
                ".symver object_0, environ@@GLIBC_2.2.5, remove",
            ])
        #expect(stub.assembly.contains(".size object_0, 8\n"))
        #expect(stub.assembly.contains("_IO_stdin_used"))
        #expect(
            GlibcStub.versionScript([OSVersion(2, 2, 5), OSVersion(2, 14)]) == "GLIBC_2.2.5 { };\nGLIBC_2.14 { };\n")
    }
}
