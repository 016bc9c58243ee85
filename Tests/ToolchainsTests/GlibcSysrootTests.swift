import Basics
import Targets
import Testing

@testable import Toolchains

struct GlibcSysrootTests {
    private static let members: [RelativePath] = [
        "libc/include/any-linux-any/linux/types.h", "libc/include/any-linux-any/asm/unistd.h",
        "libc/include/x86-linux-any/asm/unistd.h", "libc/include/aarch64-linux-any/asm/unistd.h",
        "libc/include/generic-glibc/features.h", "libc/include/generic-glibc/stdbit.h",
        "libc/include/generic-glibc/bits/fenv.h", "libc/include/x86-linux-gnu/bits/fenv.h", "libc/glibc/abilists",
    ]

    private static let features = Array("/* glibc */\n#define\t__GLIBC__\t2\n".utf8)

    private func sysroot(_ minor: Int, _ architecture: Architecture = .x86_64) throws -> GlibcSysroot {
        try #require(GlibcSysroot(architecture: architecture, version: OSVersion(2, minor), folder: "libc"))
    }

    /// A list of symbols with one version and no symbol.
    private func list(_ minor: UInt8) -> [UInt8] {
        [0, 1, 2, minor, 0, 1] + Array("x86_64-linux-gnu".utf8) + [0, 0, 0, 0, 0, 0, 0]
    }

    private func layout(_ minor: Int) throws -> GlibcSysroot.Layout {
        try sysroot(minor).layout(
            members: Self.members, features: Self.features, symbols: list(UInt8(minor)))
    }

    @Test func `headers of the architecture replace general ones`() throws {
        #expect(
            try layout(31).headers == [
                "usr/include/linux/types.h": "libc/include/any-linux-any/linux/types.h",
                "usr/include/asm/unistd.h": "libc/include/x86-linux-any/asm/unistd.h",
                "usr/include/bits/fenv.h": "libc/include/x86-linux-gnu/bits/fenv.h",
            ])
    }

    @Test func `headers that the version lacks are omitted`() throws {
        #expect(try layout(38).headers["usr/include/stdbit.h"] == nil)
        #expect(try layout(39).headers["usr/include/stdbit.h"] != nil)
        #expect(try layout(41).contents["usr/include/termio.h"] != nil)
        #expect(try layout(42).contents["usr/include/termio.h"] == nil)
    }

    @Test func `features.h states the version`() throws {
        let text = try #require(try layout(31).contents["usr/include/features.h"])
        #expect(
            String(decoding: text, as: UTF8.self)
                == "/* glibc */\n#define\t__GLIBC__\t2\n#define\t__GLIBC_MINOR__\t31\n")
    }

    @Test func `since 2_34 the libraries that libc contains are empty archives`() throws {
        #expect(try layout(33).sources["pthread.s"] != nil)
        #expect(try layout(33).contents["usr/lib/libpthread.a"] == nil)
        #expect(try layout(34).sources["pthread.s"] == nil)
        #expect(try layout(34).contents["usr/lib/libpthread.a"] == Array("!<arch>\n".utf8))
        #expect(try layout(34).sources["m.s"] != nil)
    }

    @Test func `an unknown version and a missing header are refused`() throws {
        #expect(throws: StubSysrootError.noGlibc(OSVersion(2, 32), newest: OSVersion(2, 31))) {
            try sysroot(32).layout(members: Self.members, features: Self.features, symbols: list(31))
        }
        #expect(throws: StubSysrootError.missing("libc/include/generic-glibc/features.h")) {
            try sysroot(31).layout(members: Self.members.suffix(2), features: Self.features, symbols: list(31))
        }
        #expect(throws: StubSysrootError.unexpected("libc/include/generic-glibc/features.h")) {
            try sysroot(31).layout(members: Self.members, features: [], symbols: list(31))
        }
    }

    @Test func `architectures without glibc have no sysroot`() {
        #expect(GlibcSysroot(architecture: .wasm32, version: OSVersion(2, 31), folder: "libc") == nil)
        #expect(
            Set(GlibcSysroot.architectures) == [.x86_64, .i386, .arm64, .armv7, .riscv64, .ppc64le, .s390x])
    }

    @Test func `programs get the functions of the stat family from libc_nonshared before 2_33`() throws {
        let tools = GlibcTools(clang: "clang", linker: "ld.lld", archiver: "llvm-ar")
        let compiled = { (minor: Int) in
            try sysroot(minor).commands(tools).filter { $0.contains("glibc/io/stat-2.32.c") }.count
        }
        #expect(try compiled(32) == 1)
        #expect(try compiled(33) == 0)
    }
}
