import TestSupport
import Packages
import Testing

@testable import Packaging

@Suite(.tags(.process)) struct PkgConfigTests {
    static let rows: [(name: String, before: String, after: String)] = [
        (
            "the prefix becomes relative to the file", "prefix=/xbuild/out\nlibdir=/xbuild/out/lib\n",
            "prefix=${pcfiledir}/../..\nlibdir=${prefix}/lib\n"
        ),
        (
            "uses of variables stay", "prefix=/p\nincludedir=${prefix}/include\n",
            "prefix=${pcfiledir}/../..\nincludedir=${prefix}/include\n"
        ),
        (
            "flags with the prefix use the variable", "prefix=/p\nCflags: -I/p/include -DX=1\n",
            "prefix=${pcfiledir}/../..\nCflags: -I${prefix}/include -DX=1\n"
        ),
        (
            "a longer name is not the prefix", "prefix=/p\na=/prefix /p-1 /p.2\n",
            "prefix=${pcfiledir}/../..\na=/prefix /p-1 /p.2\n"
        ),
        (
            "a value equal to the prefix", "prefix=/p\nexec_prefix=/p\n",
            "prefix=${pcfiledir}/../..\nexec_prefix=${prefix}\n"
        ),
        (
            "flags that name a build folder are removed", "Libs: -L/xbuild/dep/lib -lz -L/usr/lib\n",
            "Libs: -lz -L/usr/lib\n"
        ),
        (
            "a flag is removed with its value", "Cflags: -isysroot /xbuild/sysroot -DX -isystem /xbuild/i\n",
            "Cflags: -DX\n"
        ),
        ("a field whose flags are all removed stays", "Cflags: -I/xbuild/i\n", "Cflags:\n"),
        ("variables that name a build folder are removed", "abs_srcdir=/xbuild/src\nName: x\n", "Name: x\n"),
        (
            "the prefix may be in the build folder",
            "prefix=/xbuild/out\nCflags: -I/xbuild/out/include -I/xbuild/src\n",
            "prefix=${pcfiledir}/../..\nCflags: -I${prefix}/include\n"
        ),
        ("no prefix", "Name: x\nLibs: -lx", "Name: x\nLibs: -lx"),
        ("the root is no prefix", "prefix=/\nlibdir=/lib\n", "prefix=${pcfiledir}/../..\nlibdir=/lib\n"),
        (
            "private libraries become public", "Libs: -lx\nLibs.private: -lm -lpthread\nRequires.private: zlib\n",
            "Libs: -lx -lm -lpthread\nRequires: zlib\n"
        ),
        (
            "private requirements become public",
            "Requires: a\nRequires.private: b >= 1, c\nLibs.private:\nLibs: -lx\n",
            "Requires: a, b >= 1, c\nLibs: -lx\n"
        ),
        (
            "lines that end with CR and LF", "prefix=/p\r\nLibs: -L/p/lib\r\n",
            "prefix=${pcfiledir}/../..\nLibs: -L${prefix}/lib\n"
        ),
        (
            "white space around names, `=` and `:`", "prefix = /p\nLibs : -L/p/lib -L/xbuild/dep\n",
            "prefix=${pcfiledir}/../..\nLibs: -L${prefix}/lib\n"
        ),
        (
            "continued lines become one line",
            "prefix=/p\nLibs: -lx \\\n  -L/xbuild/dep\nLibs.private: -la \\\n  -lb\n",
            "prefix=${pcfiledir}/../..\nLibs: -lx -la   -lb\n"
        ),
        ("comments that name a build folder are removed", "# made in /xbuild\nName: x\n", "Name: x\n"),
        ("comments stay", "# made by hand\n\nprefix=/p\n", "# made by hand\n\nprefix=${pcfiledir}/../..\n"),
    ]

    @Test(arguments: rows.indices) func `lines of a pkg-config file are relocated`(row: Int) {
        let (name, before, after) = Self.rows[row]
        #expect(PkgConfigFile(before).relocated(buildRoots: ["/xbuild"], isStatic: true).text == after, "\(name)")
    }

    @Test func `for shared libraries, private fields stay private`() {
        let text = "Libs: -lx\nLibs.private: -lm\n"
        #expect(PkgConfigFile(text).relocated(buildRoots: [], isStatic: false).text == text)
    }

    @Test func `pkg-config finds a moved prefix`() throws {
        let before = """
            prefix=/xbuild/out
            exec_prefix=${prefix}
            libdir=/xbuild/out/lib
            includedir=${prefix}/include

            Name: libfoo
            Description: foo
            Version: 1.2.3
            Cflags: -I${includedir} -I/xbuild/src/include
            Libs: -L${libdir} -lfoo
            Libs.private: -L/xbuild/dep/lib -lm

            """
        let file = PkgConfigFile(before).relocated(buildRoots: ["/xbuild"], isStatic: true)
        let bench = try ToolBench(["a/b/lib/pkgconfig/foo.pc": file.text])
        for folder in ["a/b", "elsewhere"] {
            if folder != "a/b" { try bench.tool("mv", "a/b", folder) }
            let prefix = bench.root.path + "/" + folder
            let asked = try bench.tool(
                "pkg-config", "--cflags", "--libs", "foo",
                environment: ["PKG_CONFIG_PATH": "\(prefix)/lib/pkgconfig", "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1"])
            let words = asked.split(whereSeparator: \.isWhitespace).map {
                $0.replacing("lib/pkgconfig/../../", with: "")
            }
            #expect(words == ["-I\(prefix)/include", "-L\(prefix)/lib", "-lfoo", "-lm"])
        }
    }
}
