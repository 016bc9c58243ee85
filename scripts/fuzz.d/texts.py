"""Seeds of formats other than object files: property lists, pkg-config files, module maps, patches, gRPC.

Python, clang, diff and git make as many as they can; the others are written by hand."""
import datetime
import plistlib
import shutil
import struct
import subprocess

from program import CHECKOUT

# Words of each format that random mutation seldom produces.
WORDS = {
    "plist-xml": [
        b"<dict>", b"</dict>", b"<array>", b"</array>", b"<key>a</key>", b"<string>", b"</string>", b"<integer>1</integer>",
        b"<real>1.5</real>", b"<true/>", b"<false></false>", b"<data>", b"<![CDATA[", b"]]>", b"<!--", b"-->", b"<?", b"?>",
        b"<!DOCTYPE", b"&#x", b"&amp;", b"<plist>", b"</plist>", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff",
        b"<key>AvailableLibraries</key>", b"<key>LibraryIdentifier</key>", b"<key>SupportedPlatform</key>"],
    "plist-binary": [
        b"bplist00", b"\xd1", b"\xdf\x10", b"\xa1", b"\xaf\x10", b"\x5f\x10", b"\x6f\x10", b"\x11\0", b"\x12\0\0\0",
        b"\x13\0\0\0\0\0\0\0", b"\x14", b"\x23", b"\x22", b"\x33", b"\x80", b"\x0f", b"\x08", b"\x01\x01\0\0\0\0\0\0\0"],
    "pkg-config": [
        b"${pcfiledir}", b"${", b"}", b"prefix=", b"Libs: ", b"Cflags: ", b"Libs.private:", b"Requires.private:", b"-L", b"-I",
        b"-l", b"/..", b"\r\n", b"\n#", b"a=${a}${a}\n", b"\xe2\x80\xa8"],
    "module-map": [
        b"module ", b"framework ", b"explicit ", b"extern ", b"header \"", b"umbrella ", b"private ", b"textual ",
        b"exclude ", b"link ", b"requires ", b"config_macros ", b"[exhaustive]", b"export *", b"export_as ", b"use ",
        b"conflict A, \"b\"", b"/*", b"*/", b"//", b"{ size 1 }", b"\\\""],
    "headers": [
        b"# 1 \"/z/z.h\"\n", b"# 1 \"/y.h\" 1 3\n", b"\n#define ", b"\n#undef ", b"Z_ONE", b"Z(a, b)", b"typedef ",
        b"static inline ", b"__attribute__((", b"__asm__(", b"(*f)(", b"struct {", b"...", b"extern int f(void);", b"\\\"", b"2147483647"],
    "grpc": [b"\0\0\0\0\0", b"\0\0\0\0\1a", b"\1\0\0\0\1", b"\0\0\0\x10\0", b"\0\xff\xff\xff\xff"],
    "patch": [
        b"--- a/x\n", b"+++ b/x\n", b"--- /dev/null\n", b"+++ /dev/null\n", b"@@ -1 +1 @@\n", b"@@ -0,0 +1,2 @@\n",
        b"diff --git a/x b/x\n", b"new file mode 100755\n", b"deleted file mode 100644\n", b"old mode 100644\n",
        b"index 0123456..789abcd 100644\n", b"similarity index 90%\n", b"rename from x\n", b"rename to y\n",
        b"copy from x\n", b"copy to y\n", b"GIT binary patch\n", b"Binary files a and b differ\n",
        b"\\ No newline at end of file\n", b"\\303\\244", b"\t1970-01-01 00:00:00 +0000", b"-- \n", b"@@ -9999999999,1"],
}

XML = [
    "<plist><dict/></plist>", "<array><true/><false></false></array>", "<plist><array >\n</array ></plist>",
    "<?xml version='1.0'?><!-- > --><!DOCTYPE plist PUBLIC 'a' \"b\"><plist version=\"1.0\" ><string/></plist>",
    "<plist><string>a<![CDATA[<b>&]]>&#65;&#x42;&gt;</string></plist>",
    "<plist><dict><key>a</key><!-- </dict> --><integer>-7</integer></dict></plist>",
]

PKG_CONFIG = """# Made by hand.
prefix=/usr/local
exec_prefix=${prefix}
libdir=${exec_prefix}/lib64
includedir=${prefix}/include

Name: z
Description: A library: it does = things
Version: 1.3.1
Requires: y >= 1.0, x
Requires.private: w
Libs: -L${libdir} -L${pcfiledir}/../../lib -lz
Libs.private: -lm -pthread
Cflags: -I${includedir}/z -I${pcfiledir}/../../include -DZ="a b"
"""

MODULE_MAP = """/* All
   of it. */
framework module Z [system] [extern_c] {
    umbrella header "Z.h"
    requires cplusplus, !windows
    config_macros [exhaustive] Z_ONE, Z_TWO
    private header "private.h" { size 12 mtime 3 }
    private textual header "inline.h"
    exclude header "odd name.h"
    link "z"
    link framework "Security"
    explicit module sub { umbrella "folder" export Z.other export * }
    use Y
    export_as W
    conflict Q, "not together"
}
extern module E "e.modulemap"
module A.B { header "b.h" }
"""


HEADER = """#define Z_ONE 1
#define Z_TWO(a, b) ((a) + "(" (b))
#define Z_ONE 2
extern const char *z(int, void (*f)(char), ...) __attribute__((nonnull(1)));
__declspec(dllexport) int x(const char a[4], char *const *b) __asm__("_x");
static inline int w(struct s *b) { return b ? 1 : (')' == '(') ; }
typedef int z_t(void); struct s { int a; }; int v = 1;
#undef Z_TWO
"""


class Texts:
    """Makes the seeds of all formats in folders below `top`; `NAME-large` has some of tens of kilobytes."""

    def __init__(self, top):
        self.top = top
        for name in WORDS:
            for folder in name, f"{name}-large":
                (top / folder).mkdir(parents=True, exist_ok=True)

    def keep(self, folder, name, contents):
        (self.top / folder / name).write_bytes(contents if isinstance(contents, bytes) else contents.encode())

    def make(self):
        for each in self.plists, self.pkg_config, self.module_maps, self.headers, self.bodies, self.patches:
            each()

    def plists(self):
        library = {"LibraryIdentifier": "ios-arm64", "LibraryPath": "libz.a", "HeadersPath": "Headers",
                   "SupportedArchitectures": ["arm64", "x86_64"], "SupportedPlatform": "ios",
                   "SupportedPlatformVariant": "simulator"}
        framework = {"AvailableLibraries": [library], "CFBundlePackageType": "XFWK", "XCFrameworkFormatVersion": "1.0"}
        values = {
            "xcframework": framework, "numbers": [0, 255, 256, 65536, 2**40, -1, 2**63, 1.5, -0.25, 1e300],
            "texts": ["", "a<b>&\"'c", "über \u2192 \U0001F600", "x" * 40], "flags": {"yes": True, "no": False},
            "others": [datetime.datetime(2020, 1, 1), b"bytes", {}, []], "nested": {"a": {"b": [[["d"]]]}},
        }
        large = {"many": framework | {"AvailableLibraries": [library | {"LibraryIdentifier": f"a{n}"} for n in range(90)]},
                 "keys": {f"key {n}": n for n in range(1500)}}
        for folder, all_values in ("", values), ("-large", large):
            for name, value in all_values.items():
                xml = plistlib.dumps(value, fmt=plistlib.FMT_XML)
                self.keep(f"plist-xml{folder}", name, xml)
                self.keep(f"plist-binary{folder}", name, plistlib.dumps(value, fmt=plistlib.FMT_BINARY))
        self.keep("plist-xml", "utf-16", plistlib.dumps(values["texts"]).decode().encode("utf-16"))
        self.keep("plist-xml", "marked", b"\xef\xbb\xbf" + plistlib.dumps(values["texts"]))
        for number, text in enumerate(XML):
            self.keep("plist-xml", f"hand-{number}", text)

    def pkg_config(self):
        self.keep("pkg-config", "hand", PKG_CONFIG)
        self.keep("pkg-config", "moved", PKG_CONFIG.replace("/usr/local", "${pcfiledir}/../..").replace("\n", "\r\n"))
        doubling = "".join(f"v{n}=${{v{n + 1}}}${{v{n + 1}}}\n" for n in range(12))
        self.keep("pkg-config", "doubling", f"{doubling}v12=-L${{pcfiledir}} -lx \nLibs: ${{v0}}\nCflags: ${{none}}\n")
        many = "".join(f"v{n}=-I${{pcfiledir}}/{n} \n" for n in range(1000))
        self.keep("pkg-config-large", "many", f"{many}Cflags: {''.join(f'${{v{n}}}' for n in range(1000))}\n")

    def module_maps(self):
        self.keep("module-map", "hand", MODULE_MAP)
        many = "".join(f'module M{n} {{ header "h{n}.h" export * }}\n' for n in range(1000))
        self.keep("module-map-large", "many", many)
        own = subprocess.check_output(["clang", "-print-resource-dir"], text=True).strip() + "/include/module.modulemap"
        self.keep("module-map-large", "clang", open(own, "rb").read())

    def headers(self):
        """Keeps clang's output for two headers."""
        many = "".join(f"#define M{n}(a) (a + {n})\nextern int f{n}(const char *, int (*)(void), ...);\n" for n in range(300))
        for folder, text in ("headers", HEADER), ("headers-large", HEADER + many):
            command = ["clang", "-w", "-E", "-dD", "-undef", "-x", "c", "-"]
            printed = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
            self.keep(folder, "clang", printed.replace(b'"<stdin>"', b'"/z/z.h"'))

    def bodies(self):
        def body(*messages):
            return b"".join(struct.pack(">BI", 0, len(message)) + message for message in messages)
        self.keep("grpc", "one", body(b"\x0a\x03abc"))
        self.keep("grpc", "several", body(b"", b"a", b"b" * 300))
        self.keep("grpc", "compressed", struct.pack(">BI", 1, 3) + b"abc")
        self.keep("grpc-large", "many", body(*[bytes([n % 256]) * (n % 90) for n in range(1000)]))

    def patches(self):
        work = self.top / "patching"
        shutil.rmtree(work, ignore_errors=True)
        for side, lines in ("a", range(40)), ("b", [*range(10), 99, *range(12, 40)]):
            (work / side).mkdir(parents=True)
            (work / side / "changed.c").write_text("".join(f"line {n}\n" for n in lines))
            (work / side / "no end").write_text(side)
            (work / side / f"only {side}").write_text("text\n")
            (work / side / "many").write_text("".join(f"{n} {side if n % 9 == 0 else ''}\n" for n in range(2000)))
        (work / "b/changed.c").chmod(0o755)
        for name, words in (
                ("plain", ["diff", "-u", "-N"]), ("git", ["git", "diff", "--no-index"]),
                ("short", ["git", "diff", "--no-index", "-U0", "-C", "--find-copies-harder"])):
            # The exit status of diff and git is 1 for a difference.
            whole = subprocess.run([*words, "-r", "a", "b"] if name == "plain" else [*words, "a", "b"], cwd=work,
                                   stdout=subprocess.PIPE, check=False).stdout
            self.keep("patch-large", name, whole)
            for file in "changed.c", "no end", "only a", "only b":
                two = [f"{side}/{file}" if (work / side / file).exists() else "/dev/null" for side in ("a", "b")]
                part = subprocess.run([*words, *two], cwd=work, stdout=subprocess.PIPE, check=False).stdout
                self.keep("patch", f"{name}-{file.replace(' ', '-')}", part)
        self.keep("patch", "moved", "Subject: x\n\ndiff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n"
                  "index 0123456..789abcd 100644\n--- a/x\n+++ b/y\n@@ -1,2 +1 @@ f()\n a\n-b\n-- \n2.40\n")
