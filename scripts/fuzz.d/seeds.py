"""Small files of every format, made by clang and LLVM's tools, as seeds for the fuzzer."""
import os
import subprocess

SOURCE = """
extern int needed(int);
extern int maybe(int) __attribute__((weak));
int common[4];
__attribute__((visibility("hidden"))) int hidden = 4;
__attribute__((weak)) int replaceable(void) { return 1; }
int entry(int x) { return needed(x) + (maybe ? maybe(x) : 0) + common[x & 3]; }
"""
SECOND = "int second_member(void) { return 2; }\n"

APPLE = {
    "armv7": "armv7-apple-ios9.0", "arm64": "arm64-apple-ios12.0", "arm64_32": "arm64_32-apple-watchos5.0",
    "i386": "i386-apple-ios9.0-simulator", "x86_64": "x86_64-apple-macos11.0",
}
LINUX = ["x86_64-unknown-linux-gnu", "i386-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "mips-unknown-linux-gnu"]
WINDOWS = ["x86_64-pc-windows-msvc", "i386-pc-windows-msvc", "aarch64-pc-windows-msvc"]

# No current compiler writes big-endian Mach-O.
BIG_ENDIAN = """--- !mach-o
IsLittleEndian: false
FileHeader: { magic: %s, cputype: %s, cpusubtype: 0, filetype: 6, ncmds: 2, sizeofcmds: 80, flags: 0x80 %s}
LoadCommands:
  - { cmd: LC_ID_DYLIB, cmdsize: 40, dylib: { name: 24, timestamp: 1, current_version: 1, compatibility_version: 1 },
      Content: /libx.dylib, ZeroPadBytes: 4 }
  - { cmd: LC_REEXPORT_DYLIB, cmdsize: 40, dylib: { name: 24, timestamp: 1, current_version: 1,
      compatibility_version: 1 }, Content: /liby.dylib, ZeroPadBytes: 4 }
...
"""

STUB_4 = """--- !tapi-tbd
tbd-version:     4
targets:         [ arm64-macos, x86_64-macos ]
install-name:    '/usr/lib/libx.dylib'
current-version: 1.2
reexported-libraries:
  - targets:     [ arm64-macos ]
    libraries:   [ '/usr/lib/liby.dylib', "/usr/lib/libz.dylib" ]
exports:
  - targets:     [ arm64-macos, x86_64-macos ]
    symbols:     [ _a, _b,
                   '$ld$hide$os11.0$_c' ] # a comment
    weak-symbols: [ _w ]
    thread-local-symbols: [ _t ]
    objc-classes: [ C ]
    objc-eh-types: [ C ]
    objc-ivars:  [ C.i ]
reexports:
  - targets:     [ arm64-macos ]
    symbols:     [ _r ]
--- !tapi-tbd
tbd-version:     4
targets:         [ arm64-macos ]
install-name:    '/usr/lib/liby.dylib'
exports:
  - targets:     [ arm64-macos ]
    symbols:     [ _y ]
...
"""
STUB_5 = """{ "main_library": {
    "target_info": [ { "target": "arm64-macos", "min_deployment": "11" }, { "target": "x86_64-macos" } ],
    "install_names": [ { "name": "/usr/lib/libx.dylib" } ],
    "current_versions": [ { "version": "1.2" } ],
    "reexported_libraries": [ { "targets": [ "arm64-macos" ], "names": [ "/usr/lib/liby.dylib" ] } ],
    "exported_symbols": [ { "targets": [ "arm64-macos" ],
        "text": { "global": [ "_a", "_\\u0062" ], "weak": [ "_w" ], "thread_local": [ "_t" ] },
        "data": { "global": [ "_d" ], "objc_class": [ "C" ], "objc_eh_type": [ "C" ], "objc_ivar": [ "C.i" ] } } ] },
  "libraries": [ { "target_info": [ { "target": "arm64-macos" } ],
      "install_names": [ { "name": "/usr/lib/liby.dylib" } ] } ],
  "tapi_tbd_version": 5 }
"""

# Words of each format that random mutation seldom produces.
WORDS = {
    "fat": [b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbf", b"\x01\x00\x00\x0c", b"!<arch>\n", b"\xcf\xfa\xed\xfe"],
    "mach-o": [
        b"\xcf\xfa\xed\xfe", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xfe\xed\xfa\xce", b"\x19\0\0\0", b"\x02\0\0\0",
        b"\x0d\0\0\0", b"\x24\0\0\0", b"\x25\0\0\0", b"\x2d\0\0\0", b"\x32\0\0\0", b"\x1f\0\0\x80", b"__LLVM",
        b"__bitcode", b"__bundle", b"__DWARF", b"__objc_catlist"],
    "ar": [
        b"!<arch>\n", b"!<thin>\n", b"`\n", b"#1/", b"//", b"/SYM64/", b"__.SYMDEF", b"__.SYMDEF SORTED",
        b"__.SYMDEF_64", b"/0", b"/\n", b"\x7fELF", b"\xcf\xfa\xed\xfe"],
    "tbd": [
        b"--- !tapi-tbd\n", b"\n...\n", b"\n  - targets: [ ", b"exports:\n", b"reexports:\n", b"symbols: [ ",
        b"tbd-version: 4\n", b"install-name: ", b"reexported-libraries:\n", b"libraries: [ ", b"objc-classes: [ ",
        b"arm64-macos", b"\\u", b"\"main_library\"", b"\"exported_symbols\"", b"\"tapi_tbd_version\""],
    "elf": [
        b"\x7fELF\x01\x01\x01", b"\x7fELF\x02\x02\x01", b"\xff\xff", b".note.GNU-stack", b".llvmbc", b".debug_",
        b"\xf2\xff", b"\x51\xe5\x74\x64"],
    "coff": [b"\0\0\xff\xff\x02\0\x64\x86", b"\x64\x86", b"\x4c\x01", b"\x64\xaa", b"/4\0\0", b".debug$S", b"//"],
    "wasm": [b"\0asm\x01\0\0\0", b"linking", b"dylink.0", b"reloc.", b"target_features", b"\x02", b"producers"],
}


class Seeds:
    """Makes the seeds of all formats in folders below `top`; `folder(format)` returns a format's folder."""

    def __init__(self, top, llvm):
        self.top, self.llvm = top, llvm
        self.work = top / "making"
        self.work.mkdir(parents=True, exist_ok=True)

    def folder(self, name):
        return self.top / name

    def make(self):
        """Makes the small seeds, and in separate folders (`NAME-large`) some of tens of kilobytes."""
        (self.work / "a.c").write_text(SOURCE)
        (self.work / "b.c").write_text(SECOND)
        for name in WORDS:
            self.folder(name).mkdir(exist_ok=True)
            self.folder(f"{name}-large").mkdir(exist_ok=True)
        for each in self.mach_o, self.elf, self.coff, self.wasm, self.archives, self.fat, self.stubs, self.large:
            each()

    def run(self, *words, **environment):
        subprocess.run(words, cwd=self.work, env=os.environ | environment, check=True)

    def tool(self, name, *words, **environment):
        self.run(self.llvm(name), *words, **environment)

    def compile(self, output, triple, *flags, source="a.c"):
        self.run("clang", f"--target={triple}", "-ffreestanding", "-nostdinc", "-fcommon", "-O1", *flags, "-c", source,
                 "-o", output)
        return output

    def keep(self, kind, *names):
        for name in names:
            (self.folder(kind) / name).write_bytes((self.work / name).read_bytes())

    def mach_o(self):
        for architecture, triple in APPLE.items():
            self.keep("mach-o", self.compile(f"{architecture}.o", triple))
            self.compile(f"{architecture}-b.o", triple, source="b.c")
        self.keep("mach-o", self.compile("marker.o", APPLE["arm64"], "-fembed-bitcode-marker"))
        self.keep("mach-o", self.compile("debug.o", APPLE["x86_64"], "-g"))
        self.assemble("options.o", APPLE["arm64"], '.linker_option "-lx"\n')
        self.keep("mach-o", "options.o")
        for name, fields in (
                ("big32", ("0xFEEDFACE", "18", "")), ("big64", ("0xFEEDFACF", "0x1000012", ", reserved: 0 "))):
            (self.work / f"{name}.yaml").write_text(BIG_ENDIAN % fields)
            self.tool("yaml2obj", f"{name}.yaml", "-o", f"{name}.dylib")
            self.keep("mach-o", f"{name}.dylib")

    def assemble(self, output, triple, text):
        (self.work / f"{output}.s").write_text(text)
        self.run("clang", f"--target={triple}", "-c", f"{output}.s", "-o", output)

    def elf(self):
        for triple in LINUX:
            self.keep("elf", self.compile(f"elf-{triple.split('-')[0]}.o", triple))
        self.keep("elf", self.compile("elf-debug.o", LINUX[0], "-g"))
        self.compile("pic.o", LINUX[0], "-fPIC")
        self.run("clang", f"--target={LINUX[0]}", "-fuse-ld=lld", "-shared", "-nostdlib", "-Wl,-s", "pic.o", "-o", "elf.so")
        self.keep("elf", "elf.so")

    def coff(self):
        for triple in WINDOWS:
            self.keep("coff", self.compile(f"coff-{triple.split('-')[0]}.obj", triple))
        self.keep("coff", self.compile("coff-big.obj", WINDOWS[0], "-Wa,-mbig-obj"))
        self.keep("coff", self.compile("coff-debug.obj", WINDOWS[0], "-g"))

    def wasm(self):
        self.keep("wasm", self.compile("wasm.o", "wasm32-unknown-wasi"))
        self.keep("wasm", self.compile("wasm-debug.o", "wasm32-unknown-wasi", "-g"))

    def archives(self):
        (self.work / "a member with a long name.o").write_bytes((self.work / "arm64-b.o").read_bytes())
        darwin = ["arm64-b.o", "a member with a long name.o"]
        for name, flags, members, environment in (
                ("darwin.a", ["--format=darwin", "rcsD"], darwin, {}),
                ("darwin64.a", ["--format=darwin", "rcsD"], darwin, {"SYM64_THRESHOLD": "1"}),
                ("bsd.a", ["--format=bsd", "rcsD"], darwin, {}),
                ("gnu.a", ["--format=gnu", "rcsD"], ["elf-x86_64.o", "a member with a long name.o"], {}),
                ("gnu64.a", ["--format=gnu", "rcsD"], ["elf-x86_64.o"], {"SYM64_THRESHOLD": "1"}),
                ("thin.a", ["--format=gnu", "--thin", "rcsD"], ["elf-x86_64.o", "a member with a long name.o"], {}),
                ("coff.lib", ["--format=coff", "rcsD"], ["coff-x86_64.obj"], {}),
                ("wasm.a", ["--format=gnu", "rcsD"], ["wasm.o"], {}),
                ("text.a", ["--format=bsd", "rcSD"], ["b.c", "a.c"], {})):
            (self.work / name).unlink(missing_ok=True)
            self.tool("ar", *flags, name, *members, **environment)
            self.keep("ar", name)

    def fat(self):
        self.tool("ar", "--format=darwin", "rcsD", "armv7.a", "armv7-b.o")
        # Apple's default alignment makes files of 32 KB and more.
        align = [word for each in ("armv7", "arm64", "x86_64") for word in ("-segalign", each, "8")]
        both, three = align[:6], align
        for name, words in (
                ("two.fat", ["armv7-b.o", "arm64-b.o", *both]), ("archives.fat", ["armv7.a", "darwin.a", *both]),
                ("wide.fat", ["armv7-b.o", "arm64-b.o", *both, "-fat64"]),
                ("three.fat", ["armv7.a", "arm64-b.o", "x86_64-b.o", *three])):
            self.tool("lipo", "-create", *words, "-output", name)
            self.keep("fat", name)

    def large(self):
        """Makes files with hundreds of symbols, sections and members."""
        (self.work / "many.c").write_text("".join(
            f"extern int needed_{n}; int function_{n}(void) {{ return needed_{n}; }}\n" for n in range(150)))
        for kind, name, triple in (
                ("mach-o", "many.o", APPLE["arm64"]), ("elf", "many-elf.o", LINUX[0]),
                ("coff", "many.obj", WINDOWS[0]), ("wasm", "many-wasm.o", "wasm32-unknown-wasi")):
            sections = ["-ffunction-sections"] if kind in ("elf", "coff") else []
            self.keep(f"{kind}-large", self.compile(name, triple, *sections, source="many.c"))
        members = [f"a member with number {n}.o" for n in range(100)]
        for member in members:
            (self.work / member).write_bytes((self.work / "arm64-b.o").read_bytes())
        for style in "darwin", "gnu":
            (self.work / f"many-{style}.a").unlink(missing_ok=True)
            self.tool("ar", f"--format={style}", "rcsD", f"many-{style}.a", *members)
            self.keep("ar-large", f"many-{style}.a")
        self.tool("lipo", "-create", "armv7-b.o", "many-darwin.a", "-output", "many.fat", "-segalign", "armv7", "8")
        self.keep("fat-large", "many.fat")
        symbols = ", ".join(f"_symbol_{n}" for n in range(2000))
        (self.folder("tbd-large") / "4.tbd").write_text(STUB_4.replace("_y ]", f"{symbols} ]"))
        (self.folder("tbd-large") / "5.tbd").write_text(
            STUB_5.replace('"_d"', ", ".join(f'"{symbol}"' for symbol in symbols.split(", "))))

    def stubs(self):
        for name, text in ("4.tbd", STUB_4), ("5.tbd", STUB_5):
            (self.folder("tbd") / name).write_text(text)
