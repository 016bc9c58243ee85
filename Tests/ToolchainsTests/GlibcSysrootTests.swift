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

    private func sysroot(_ minor: Int) throws -> GlibcSysroot {
        let target = try #require(Target("linux-gnu-x86_64"))
        return try #require(GlibcSysroot(target, version: OSVersion(2, minor), folder: "libc"))
    }

    /// A list of symbols with the versions 2.2 and `minor`, and the function `a` of the second.
    private func list(_ minor: UInt8) -> [UInt8] {
        let library: [UInt8] = [1] + Array("c".utf8) + [0]
        let targets: [UInt8] = [1] + Array("x86_64-linux-gnu".utf8) + [0]
        let functions: [UInt8] = [1, 0] + Array("a".utf8) + [0, 1, 0x80, 0x81]
        return library + [2, 2, 2, 0, 2, minor, 0] + targets + functions + [0, 0, 0, 0]
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

    /// The function `__res_a` of 2.2, and `res_a` of 2.34.
    private static let resolver: [UInt8] =
        [1] + Array("resolv\0".utf8) + [3, 2, 2, 0, 2, 31, 0, 2, 34, 0] + [1] + Array("x86_64-linux-gnu\0".utf8)
        + [2, 0] + Array("__res_a\0".utf8) + [1, 0x80, 0x80] + Array("res_a\0".utf8) + [1, 0x80, 0x82]
        + [0, 0, 0, 0]

    @Test func `before 2_34, resolv.h has macros for the names with underscores`() throws {
        let layout = { (minor: Int) in
            try self.sysroot(minor).layout(
                members: Self.members + ["libc/include/generic-glibc/resolv.h"], features: Self.features,
                symbols: Self.resolver)
        }
        let (old, new) = (try layout(31), try layout(34))
        #expect(
            old.contents["usr/include/resolv.h"]
                == Array("#define res_a __res_a\n#include <bits/resolv-declarations.h>\n".utf8))
        #expect(
            old.headers["usr/include/bits/resolv-declarations.h"] == "libc/include/generic-glibc/resolv.h"
                && old.headers["usr/include/resolv.h"] == nil)
        #expect(new.contents["usr/include/resolv.h"] == nil && new.headers["usr/include/resolv.h"] != nil)
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
        for minor in [2, 32] {
            let error = StubSysrootError.noGlibc(
                OSVersion(2, minor), oldest: OSVersion(2, 31), newest: OSVersion(2, 31))
            #expect(throws: error) {
                try sysroot(minor).layout(members: Self.members, features: Self.features, symbols: list(31))
            }
        }
        #expect(throws: StubSysrootError.missing("libc/include/generic-glibc/features.h")) {
            try sysroot(31).layout(members: Self.members.suffix(2), features: Self.features, symbols: list(31))
        }
        #expect(throws: StubSysrootError.unexpected("libc/include/generic-glibc/features.h")) {
            try sysroot(31).layout(members: Self.members, features: [], symbols: list(31))
        }
    }

    @Test func `only Linux's targets with glibc have a sysroot`() throws {
        let musl = try #require(Target("linux-musl-x86_64"))
        #expect(GlibcSysroot(musl, version: OSVersion(2, 31), folder: "libc") == nil)
        #expect(
            Set(GlibcSysroot.targets.map(\.architecture)) == [
                .x86_64, .i386, .arm64, .armv7, .riscv64, .ppc64le, .s390x,
            ])
    }

    @Test func `libgcc_s has the functions that unwind the stack`() throws {
        let sources = try layout(31).sources
        let text = String(decoding: try #require(sources["gcc_s.s"]), as: UTF8.self)
        #expect(text.contains(".symver unwinder__Unwind_Backtrace, _Unwind_Backtrace@@GCC_3.3, remove\n"))
        let versions = String(decoding: try #require(sources["gcc_s.map"]), as: UTF8.self)
        #expect(versions == "GCC_3.0 { };\nGCC_3.3 { };\nGCC_3.3.1 { };\nGCC_4.2.0 { };\n")
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
