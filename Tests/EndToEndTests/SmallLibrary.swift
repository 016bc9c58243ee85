import Actions
import Basics
import Foundation

/// A C library of a few lines with its recipe. A test writes both into the home folder of its test space.
///
/// `configure` and `make` build the library. By default `configure` is a short script with one check of the compiler,
/// so that a build takes a tenth of a second; with `usesAutoconf`, Autoconf generates `configure`. The variable
/// `TINY_PAUSE` makes the script sleep; `TINY_REMOTE_PAUSE` makes it sleep only on remote workers, which have no job
/// server.
struct SmallLibrary {
    /// The folder of a test space that is `XBUILD_HOME`.
    static let home = "checkout"

    /// The number of steps that build the library for this machine.
    static let steps = 9 + importsHere

    /// The number of steps that import the library in Embedded Swift, which depends on this machine's processor.
    #if arch(x86_64)
        static let importsHere = 1
    #else
        static let importsHere = 0
    #endif

    var name = "tiny"
    /// Files of the archive by path, which are added to the usual files or replace them.
    var files: [String: String] = [:]
    /// Whether `configure.ac` and `Makefile.am` are in the archive instead of `configure`.
    var usesAutoconf = false
    var system = "autotools"
    var targets = "[linux-gnu-x86_64]"
    /// Lines below `build:`, without indentation.
    var build: [String] = []
    /// Lines below `products:`, without indentation.
    var products: [String] = []
    /// Whether builds for Linux use the shipped toolchain, whose sysroot is in the store of `SeedStore`.
    var usesGlibcSysroot = false
    /// Complete lines at the end of the recipe.
    var more: [String] = []
    /// Files beside the recipe.
    var besides: [String: String] = [:]
    /// Replaces the archive's true digest.
    var digest: String?
    /// The YAML lines of a source that the recipe lists before the archive.
    var firstSource: [String] = []

    /// The recipe's path in a test space.
    var recipe: String { "\(Self.home)/recipes/\(name)/recipe.yaml" }
    var archive: String { "\(Self.home)/recipes/\(name)/\(name)-1.0.tar" }

    /// Writes the archive, the recipe and the toolchains into the space's home folder.
    func install(in space: TestSpace) async throws {
        try space.remove("pack", ifAny: true)
        for (path, text) in contents.merging(files, uniquingKeysWith: { $1 }) {
            try space.write(text, to: "pack/\(name)-1.0/\(path)")
        }
        try space.write("", to: archive)
        try await space.pack("pack", "\(name)-1.0", into: archive)
        try space.write(text(digest: try space.sha256(archive)), to: recipe)
        for (path, text) in besides { try space.write(text, to: "\(Self.home)/recipes/\(name)/\(path)") }
        try space.linkToolchains(usesGlibcSysroot: usesGlibcSysroot)
    }

    private func text(digest sha256: String) -> String {
        let first = firstSource.enumerated().map { ($0.offset == 0 ? "      - " : "        ") + $0.element }
        let lines =
            ["name: \(name)", "summary: adds one", "license: MIT", "versions:", "  1.0:", "    sources:"] + first
            + ["      - path: \(name)-1.0.tar", "        sha256: \(digest ?? sha256)"]
            + ["build:", "  system: \(system)"] + (usesAutoconf ? ["  bootstrap: true"] : []) + build.map { "  " + $0 }
            + ["targets: \(targets)", "products:", "  libraries: [libtiny.a]", "  headers: [tiny.h, tiny_config.h]"]
            + ["  module: tiny"] + products.map { "  " + $0 } + ["licenses: [COPYING]"] + more
        return lines.joined(separator: "\n") + "\n"
    }

    private var contents: [String: String] {
        var all = [
            "COPYING": "Do as you like.\n",
            "tiny.h": "#ifndef TINY_H\n#define TINY_H\n#include \"tiny_config.h\"\nint tiny_one(int left);\n#endif\n",
            "tiny_config.h.in": "#ifndef TINY_LONG_SIZE\n#define TINY_LONG_SIZE @TINY_LONG@\n#endif\n",
        ]
        for unit in ["one", "two", "three"] {
            all["\(unit).c"] = "#include \"tiny.h\"\nint tiny_\(unit)(int left) { return left + 1; }\n"
        }
        return all.merging(usesAutoconf ? Self.autoconf : ["configure": Self.script]) { $1 }
    }

    private static let autoconf = [
        "configure.ac": """
        AC_INIT([tiny], [1.0])
        AC_CONFIG_SRCDIR([one.c])
        AM_INIT_AUTOMAKE([foreign no-dependencies])
        AC_PROG_CC
        AM_PROG_AR
        AC_PROG_RANLIB
        AC_CHECK_SIZEOF([long])
        AC_CHECK_FUNCS([memcpy strerror arc4random])
        AC_SUBST([TINY_LONG], [$ac_cv_sizeof_long])
        AC_CONFIG_FILES([Makefile tiny_config.h])
        AC_OUTPUT

        """,
        "Makefile.am": """
        lib_LIBRARIES = libtiny.a
        libtiny_a_SOURCES = one.c two.c three.c
        include_HEADERS = tiny.h
        nodist_include_HEADERS = tiny_config.h

        """,
    ]

    /// Accepts configure's arguments, and writes a Makefile that builds, checks and installs the library.
    static let script = #"""
        #!/bin/sh
        set -eu
        source=$(dirname "$0")
        for word; do
            case $word in
            -*) ;;
            *=*) eval "${word%%=*}=\${word#*=}" ;;
            esac
        done
        [ -z "${TINY_PAUSE:-}" ] || sleep "$TINY_PAUSE"
        [ -n "${XBUILD_JOBSERVER:-}" ] || [ -z "${TINY_REMOTE_PAUSE:-}" ] || sleep "$TINY_REMOTE_PAUSE"
        echo 'int is_wide[sizeof(long) == 8 ? 1 : -1];' >conftest.c
        size=4
        if $CC $CFLAGS -c conftest.c -o conftest.o 2>/dev/null; then size=8; fi
        sed "s/@TINY_LONG@/$size/" "$source/tiny_config.h.in" >tiny_config.h
        cat >Makefile <<END
        prefix = /usr/local
        objects = one.o two.o three.o
        libtiny.a: \$(objects)
        	$AR cr \$@ \$(objects)
        	$RANLIB \$@
        %.o: $source/%.c
        	$CC ${CPPFLAGS:-} $CFLAGS -I. -I$source -c \$< -o \$@
        check: libtiny.a
        	$CC $CFLAGS ${LDFLAGS:-} -I. -I$source $source/check.c libtiny.a -o check
        	\$(LOG_COMPILER) ./check
        install: libtiny.a
        	mkdir -p \$(DESTDIR)\$(prefix)/lib \$(DESTDIR)\$(prefix)/include
        	cp libtiny.a \$(DESTDIR)\$(prefix)/lib
        	cp $source/tiny.h tiny_config.h \$(DESTDIR)\$(prefix)/include
        END

        """#
}

extension TestSpace {
    func remove(_ relative: String, ifAny: Bool) throws {
        guard !ifAny || exists(relative) else { return }
        try remove(relative)
    }

    /// Makes a tar archive of a folder, with the same bytes each time. Files named `configure` are executable.
    func pack(_ folder: String, _ name: String, into archive: String) async throws {
        let configure = path("\(folder)/\(name)/configure")
        if FileManager.default.fileExists(atPath: configure) {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: configure)
        }
        let program = """
            import sys, tarfile
            def fixed(info):
                info.mtime = info.uid = info.gid = 0
                info.uname = info.gname = ""
                info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
                return info
            with tarfile.open(sys.argv[1], "w", format=tarfile.USTAR_FORMAT) as archive:
                archive.add(sys.argv[2], sys.argv[3], filter=fixed)
            """
        let output = try await run("python3", ["-c", program, path(archive), path("\(folder)/\(name)"), name])
        guard output.status == 0 else { throw ToolFault(message: output.err) }
    }

    /// Links the checkout's toolchains into the space's home folder. Without a glibc sysroot, builds use the headers
    /// and libraries of Debian's packages.
    func linkToolchains(usesGlibcSysroot: Bool = false) throws {
        let place = "\(SmallLibrary.home)/toolchains"
        guard !exists(place) else { return }
        let shipped = Self.repository.appending(path: "toolchains").path(percentEncoded: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: shipped)
        where usesGlibcSysroot || name != "linux-gnu.yaml" {
            try write("", to: "\(place)/\(name)")
            try remove("\(place)/\(name)")
            try FileManager.default.createSymbolicLink(
                atPath: path("\(place)/\(name)"), withDestinationPath: "\(shipped)/\(name)")
        }
        guard !usesGlibcSysroot else { return }
        try write(
            try MachineSysroot.toolchain(String(contentsOfFile: "\(shipped)/linux-gnu.yaml", encoding: .utf8)),
            to: "\(place)/linux-gnu.yaml")
    }

    func sha256(_ relative: String) throws -> String {
        Digest(of: Array(try Data(contentsOf: folder.appending(path: relative)))).hash.hex
    }
}

/// The failure of a tool that a test needs.
struct ToolFault: Error {
    var message: String
}
