import Basics
import Targets

/// The programs that make the libraries and objects of a glibc sysroot.
public struct GlibcTools: Hashable, Sendable {
    public var clang: String
    /// lld for ELF files.
    public var linker: String
    public var archiver: String

    public init(clang: String, linker: String, archiver: String) {
        self.clang = clang
        self.linker = linker
        self.archiver = archiver
    }
}

extension GlibcSysroot {
    /// Returns the commands that make the sysroot's libraries and objects, in order.
    ///
    /// They run in a folder with the wheel's folder `glibc`, `stubs` (the sources of `Layout`), `sysroot` (its other
    /// files, to which the results are added), `compilerLibrary`, and the empty folders `objects` and `compilerFolder`.
    ///
    /// Source: glibc's makefiles (csu, io, nptl, stdlib), and Zig's `glibc.zig`, whose copies of glibc's sources these
    /// are.
    public func commands(_ tools: GlibcTools) -> [[String]] {
        guard let machine else { return [] }
        return libraries.flatMap { commands(of: $0, machine, tools) } + runtimes(tools)
            + startFiles(machine, tools) + staticLibrary(machine, tools) + compilerFiles(tools)
    }

    /// The files with the symbols that programs get from glibc and from the compiler's runtime.
    var runtimeFiles: [RelativePath] {
        guard let machine else { return [] }
        return
            (libraries.map { "sysroot/usr/lib/\($0.soname(machine))" }
            + [
                "sysroot/usr/lib/libc_nonshared.a", "sysroot/usr/lib/\(GlibcUnwinder.soname)",
                "\(compilerFolder)/libgcc.a", "sysroot/\(Self.newerSymbols)",
            ])
            .compactMap(RelativePath.init)
    }

    /// The archive of the compiler's own functions, in the folder in which the commands run.
    public static let compilerLibrary: RelativePath = "libgcc.a"

    /// The folder in which clang looks for the files of GCC.
    public var compilerFolder: String { "sysroot/usr/lib/gcc/\(triple)/12" }

    private func commands(of library: Library, _ machine: Machine, _ tools: GlibcTools) -> [[String]] {
        let file = library.soname(machine)
        let commands = stub(file, of: library.rawValue, versions: "versions.map", tools)
        switch library {
        case .libc, .loader: return commands
        case .libm, .pthread, .dl, .rt, .util, .resolv:
            return commands + [["ln", "-s", file, "sysroot/usr/lib/lib\(library.rawValue).so"]]
        }
    }

    /// Returns the commands that make the libraries that GCC would bring.
    private func runtimes(_ tools: GlibcTools) -> [[String]] {
        stub(GlibcUnwinder.soname, of: "gcc_s", versions: "gcc_s.map", tools)
            + stub(CxxRuntime.soname, of: "stdc++", versions: nil, tools)
            + [["ln", "-s", CxxRuntime.soname, "sysroot/usr/lib/libstdc++.so"]]
    }

    /// Returns the commands that make the shared library `file` of the source `name`.
    private func stub(_ file: String, of name: String, versions: String?, _ tools: GlibcTools) -> [[String]] {
        let object = "objects/\(name).o"
        let link =
            [
                tools.linker, "-shared", "--undefined-version", "--build-id=none", "-z", "noexecstack",
                "--allow-shlib-undefined", "-z", "undefs",
            ] + (versions.map { ["--version-script", "stubs/\($0)"] } ?? [])
            + ["-soname", file, "-s", "-o", "sysroot/usr/lib/\(file)", object]
        return [compile("stubs/\(name).s", object, tools), link]
    }

    /// Returns the command that compiles one file.
    private func compile(_ source: String, _ object: String, _ tools: GlibcTools, _ flags: [String] = []) -> [String] {
        [tools.clang, "--no-default-config", "--target=\(triple)", "-O2", "-fPIC", "-g0", "-nostdlibinc", "-w"]
            + flags + ["-c", source, "-o", object]
    }

    /// Whether programs contain the functions that call their constructors, which `libc.so` has since 2.34.
    private var hasOldStart: Bool { version < OSVersion(2, 34) }

    private func startFiles(_ machine: Machine, _ tools: GlibcTools) -> [[String]] {
        let folders = Self.includeFlags(machine)
        let start = "glibc/sysdeps/\(machine.sources[0])/start\(hasOldStart ? "-2.33" : "").S"
        let note = compile(
            "glibc/csu/abi-note.S", "objects/abi-note.o", tools,
            ["-Iglibc/csu"] + folders + Self.moduleFlags + ["-DASSEMBLER"])
        let common = [note, compile("glibc/csu/init.c", "objects/init.o", tools, folders)]
        return common
            + [("crt1.o", []), ("Scrt1.o", ["-DSHARED"])].flatMap { file, flags in
                let object = "objects/start-\(file)"
                return [
                    compile(start, object, tools, folders + Self.symbolFlags + flags + ["-DASSEMBLER"]),
                    [
                        tools.linker, "-r", "--build-id=none", "-o", "sysroot/usr/lib/\(file)", object,
                        "objects/abi-note.o", "objects/init.o",
                    ],
                ]
            }
    }

    /// Returns the commands that make `libc_nonshared.a`: functions that are part of each program and shared library.
    private func staticLibrary(_ machine: Machine, _ tools: GlibcTools) -> [[String]] {
        var sources = [
            "stdlib/atexit.c", "stdlib/at_quick_exit.c", "sysdeps/pthread/pthread_atfork.c",
            "debug/stack_chk_fail_local.c",
        ]
        // libc.so has the functions of the stat family since 2.33.
        if version < OSVersion(2, 33) {
            sources += [
                "stat", "fstat", "lstat", "stat64", "fstat64", "lstat64", "fstatat", "fstatat64", "mknodat", "mknod",
            ].map { "io/\($0)-2.32.c" }
        }
        if hasOldStart { sources.append("csu/elf-init-2.33.c") }
        let flags =
            [
                "-std=gnu11", "-fgnu89-inline", "-fmerge-all-constants", "-frounding-math", "-fno-common",
                "-fmath-errno", "-ftls-model=initial-exec",
            ] + Self.includeFlags(machine) + ["-DNO_INITFINI"] + Self.symbolFlags + ["-DLIBC_NONSHARED=1"]
            + (architecture == .i386 ? ["-DCAN_USE_REGISTER_ASM_EBP"] : [])
        let objects = sources.map { "objects/" + $0.split(separator: "/").joined(separator: "-") + ".o" }
        return zip(sources, objects).map { compile("glibc/\($0)", $1, tools, flags) }
            + [[tools.archiver, "rcsD", "sysroot/usr/lib/libc_nonshared.a"] + objects]
    }

    /// Returns the commands that make the files for which compilers look beside GCC's libraries.
    private func compilerFiles(_ tools: GlibcTools) -> [[String]] {
        [
            ("sysroot/usr/lib/crti.o", "empty"), ("sysroot/usr/lib/crtn.o", "empty"),
            ("\(compilerFolder)/crtend.o", "empty"), ("\(compilerFolder)/crtendS.o", "empty"),
            ("\(compilerFolder)/crtbegin.o", "program"), ("\(compilerFolder)/crtbeginT.o", "program"),
            ("\(compilerFolder)/crtbeginS.o", "library"),
        ].map { compile("stubs/\($1).c", $0, tools) }
            + [["cp", Self.compilerLibrary.string, "\(compilerFolder)/libgcc.a"]]
    }

    private static let moduleFlags = ["-D_LIBC_REENTRANT", "-DMODULE_NAME=libc", "-DTOP_NAMESPACE=glibc"]

    private static let symbolFlags =
        ["-include", "glibc/include/libc-modules.h"] + moduleFlags
        + ["-include", "glibc/include/libc-symbols.h", "-DPIC"]

    /// The folders of glibc's internal headers, in the order of its makefiles: the special ones first.
    private static func includeFlags(_ machine: Machine) -> [String] {
        let linux = "sysdeps/unix/sysv/linux"
        let folders =
            ["include"] + machine.sources.map { "\(linux)/\($0)" } + machine.sources.map { "sysdeps/\($0)/nptl" }
            + [
                "\(linux)/generic", "\(linux)/include", linux, "sysdeps/nptl", "sysdeps/pthread", "sysdeps/unix/sysv",
            ] + machine.sources.map { "sysdeps/unix/\($0)" } + ["sysdeps/unix"]
            + machine.sources.map { "sysdeps/\($0)" } + ["sysdeps/generic"]
        return folders.map { "-Iglibc/\($0)" } + ["-Iglibc", "-Isysroot/usr/include"]
    }
}
