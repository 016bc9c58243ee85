import Foundation
import ObjectFiles
import TestSupport
import Testing

/// Compares the probe linker with lld, for a processor that lld supports: exit statuses and missing symbols must agree.
@Suite(.afterSetUp, .tags(.process)) struct ProbeDifferentialTests {
    private let folder: TestFolder

    static let sysroot = """
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ arm64-macos, x86_64-macos, arm64-ios, armv7-ios ]
        install-name:    '/usr/lib/libSystem.B.dylib'
        reexported-libraries:
          - targets:     [ arm64-macos, x86_64-macos, arm64-ios, armv7-ios ]
            libraries:   [ '/usr/lib/system/libinner.dylib' ]
        exports:
          - targets:     [ arm64-macos, x86_64-macos, arm64-ios, armv7-ios ]
            symbols:     [ _puts, _shared, '$ld$hide$os12.0$_gone', _gone, dyld_stub_binder ]
          - targets:     [ x86_64-macos ]
            symbols:     [ _intel_only ]
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ arm64-macos, x86_64-macos, arm64-ios, armv7-ios ]
        install-name:    '/usr/lib/system/libinner.dylib'
        exports:
          - targets:     [ arm64-macos, x86_64-macos, arm64-ios, armv7-ios ]
            symbols:     [ _inner ]
        ...

        """

    static let extra = """
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ arm64-macos ]
        install-name:    '/usr/lib/libextra.dylib'
        exports:
          - targets:     [ arm64-macos ]
            symbols:     [ _extra, _in_archive ]
        ...

        """

    /// Sources of objects; calls make references with relocations.
    static let sources: [String: String] = [
        "main": "void puts(void); int main(void) { puts(); return 0; }",
        "hello": "void inner(void), extra(void); void hello(void) { inner(); }",
        "missing": "void nowhere(void); void hello(void) { nowhere(); nowhere(); }",
        "gone": "void gone(void); void hello(void) { gone(); }",
        "intel": "void intel_only(void); void hello(void) { intel_only(); }",
        "weakref": "void maybe(void) __attribute__((weak)); void hello(void) { if (maybe) maybe(); }",
        "usesarchive": "void in_archive(void); int main(void) { in_archive(); return 0; }",
        "usesextra": "void extra(void); int main(void) { extra(); return 0; }",
        "usescommon": "extern int tentative; int main(void) { return tentative; }",
        "common": "int tentative;",
        "other": "int tentative = 3;",
        "weakdef": "__attribute__((weak)) void hello(void) {}",
        "strongdef": "void hello(void) {}",
        "handle": "extern char handle __asm__(\"___dso_handle\"); void *hello(void) { return &handle; }",
        "member": "void deeper(void); void in_archive(void) { deeper(); }",
        "deeper": "void puts(void); void deeper(void) { puts(); }",
        "autolink":
            "__asm__(\".linker_option \\\"-lextra\\\"\"); void extra(void); int main(void) { extra(); return 0; }",
        "autonone": "__asm__(\".linker_option \\\"-lnone\\\"\"); int main(void) { return 0; }",
    ]

    init() throws {
        folder = try TestFolder()
        try folder.restore(Self.prepared.get())
    }

    /// The folder's files, made once: a case costs two links and no compiler run.
    private static let prepared = Result { try prepare() }

    private static func prepare() throws -> [String: [UInt8]] {
        let folder = try TestFolder()
        for path in ["sysroot/usr/lib", "libs", "Frameworks/Thing.framework"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        }
        try folder.write(sysroot, to: "sysroot/usr/lib/libSystem.tbd")
        try folder.write(extra, to: "libs/libextra.tbd")
        try folder.write(
            extra.replacingOccurrences(of: "libextra", with: "Thing"), to: "Frameworks/Thing.framework/Thing.tbd")
        try folder.write("not an object\n", to: "text.txt")
        try folder.write("_main\n", to: "good.exports")
        try folder.write("_main\n_absent\n", to: "bad.exports")
        let arm = ["--target=arm64-apple-macos12.0", "-ffreestanding", "-nostdinc", "-fcommon", "-c"]
        for (name, source) in sources {
            try folder.write(source + "\n", to: "\(name).c")
        }
        try folder.need("clang", arm + sources.keys.sorted().map { "\($0).c" })
        try folder.need("clang", ["--target=x86_64-apple-macos12.0", "-nostdinc", "-c", "main.c", "-o", "x86.o"])
        try folder.need("clang", ["--target=arm64-apple-ios12.0", "-nostdinc", "-c", "main.c", "-o", "ios.o"])
        try folder.need("clang", ["--target=arm64-apple-macos13.0", "-nostdinc", "-c", "main.c", "-o", "newer.o"])
        let ar = ["--format=darwin", "rcsD"]
        try folder.need(LLVM.tool("ar"), ar + ["libs/libin.a", "member.o", "deeper.o", "missing.o"])
        try folder.need(LLVM.tool("ar"), ar + ["libs/libmain.a", "main.o"])
        try folder.need(LLVM.tool("ar"), ar + ["libs/libcommon.a", "other.o"])
        try folder.need(LLVM.tool("ar"), ["--format=darwin", "rcSD", "libs/libnoindex.a", "strongdef.o"])
        try folder.need(LLVM.tool("lipo"), ["-create", "main.o", "x86.o", "-output", "fat.o"])
        try folder.need(LLVM.tool("lipo"), ["-create", "x86.o", "-output", "foreign.o"])
        return try folder.snapshot()
    }

    private static let lld = "ld64.lld-19"

    struct Line: CustomTestStringConvertible, Sendable {
        var name: String
        var words: [String]
        var testDescription: String { name }

        init(_ name: String, _ words: String) {
            self.name = name
            self.words = words.split(separator: " ").map(String.init)
        }
    }

    static let lines = [
        Line("a program", "main.o -lSystem"),
        Line("a program without its library", "main.o"),
        Line("no main", "strongdef.o -lSystem"),
        Line("a main in an archive", "-Llibs -lmain -lSystem"),
        Line("another entry point", "strongdef.o -e _hello -lSystem"),
        Line("a missing entry point", "main.o -e _begin -lSystem"),
        Line("a re-exported symbol", "main.o hello.o -lSystem"),
        Line("a missing symbol", "main.o missing.o -lSystem"),
        Line("a symbol that is hidden for this version", "main.o gone.o -lSystem"),
        Line("a symbol of another processor", "main.o intel.o -lSystem"),
        Line("a weak reference", "main.o weakref.o -lSystem"),
        Line("a missing symbol that is allowed", "main.o missing.o -lSystem -U _nowhere"),
        Line("missing symbols looked up later", "main.o missing.o -lSystem -undefined dynamic_lookup"),
        Line("missing symbols suppressed with a two-level namespace", "main.o missing.o -lSystem -undefined suppress"),
        Line(
            "missing symbols suppressed with a flat namespace",
            "main.o missing.o -lSystem -flat_namespace -undefined suppress"),
        Line("missing symbols as warnings", "main.o missing.o -lSystem -flat_namespace -undefined warning"),
        Line("members on demand", "usesarchive.o -Llibs -lin -lSystem"),
        Line("an archive before the object that needs it", "-Llibs -lin usesarchive.o -lSystem"),
        Line("an unneeded member", "main.o -Llibs -lin -lSystem"),
        Line("all members", "main.o -Llibs -all_load -lin -lSystem"),
        Line("all members of one archive", "main.o -force_load libs/libin.a -lSystem"),
        Line("archive before stub", "usesarchive.o -Llibs -lin -lextra -lSystem"),
        Line("stub before archive", "usesarchive.o -Llibs -lextra -lin -lSystem"),
        Line("an archive without a table", "main.o -Llibs -lnoindex -lSystem"),
        Line("a stub that is given as a file", "usesextra.o libs/libextra.tbd -lSystem"),
        Line("a stub that is not given", "usesextra.o -lSystem"),
        Line("a framework", "usesextra.o -FFrameworks -framework Thing -lSystem"),
        Line("a weak framework", "usesextra.o -F Frameworks -weak_framework Thing -lSystem"),
        Line("a missing framework", "main.o -FFrameworks -framework None -lSystem"),
        Line("a missing library", "main.o -lnone -lSystem"),
        Line("a missing file", "main.o none.o -lSystem"),
        Line("a text file", "main.o text.txt -lSystem"),
        Line("two definitions", "main.o strongdef.o hello.o -lSystem"),
        Line("a weak and a strong definition", "main.o weakdef.o strongdef.o -lSystem"),
        Line("a strong and a weak definition", "main.o strongdef.o weakdef.o -lSystem"),
        Line("one object twice", "main.o main.o -lSystem"),
        Line("a common symbol", "usescommon.o common.o -lSystem"),
        Line("a common symbol and a definition", "usescommon.o common.o other.o -lSystem"),
        Line("a definition and a common symbol", "usescommon.o other.o common.o -lSystem"),
        Line("a common symbol and an archive", "usescommon.o common.o -Llibs -lcommon -lSystem"),
        Line("an archive for a common symbol", "usescommon.o -Llibs -lcommon -lSystem"),
        Line("another processor's object", "x86.o -lSystem"),
        Line("objects for two processors", "main.o x86.o -lSystem"),
        Line("objects for two processors, as an error", "main.o x86.o -lSystem -arch_errors_fatal"),
        Line("another platform's object", "ios.o -lSystem"),
        Line("a fat object", "fat.o -lSystem"),
        Line("a fat object without the processor's slice", "foreign.o -lSystem"),
        Line("a required symbol in an archive", "main.o -u _in_archive -Llibs -lin -lSystem"),
        Line("a required symbol that is missing", "main.o -u _absent -lSystem"),
        Line("a list of exports that are defined", "main.o -exported_symbols_list good.exports -lSystem"),
        Line("a list with an export that is missing", "main.o -exported_symbols_list bad.exports -lSystem"),
        Line("an export that is missing", "main.o -exported_symbol _absent -lSystem"),
        Line("an export by pattern", "main.o -exported_symbol _abs* -lSystem"),
        Line("a dynamic library", "-dylib strongdef.o -install_name /libx.dylib -lSystem"),
        Line("a dynamic library with a missing symbol", "-dylib missing.o -lSystem"),
        Line("a bundle", "-bundle strongdef.o -lSystem"),
        Line("symbols that linkers make", "main.o handle.o -lSystem"),
        Line("a library that an object requests", "autolink.o -Llibs -lSystem"),
        Line("a library that an object requests, ignored", "autolink.o -Llibs -lSystem -ignore_auto_link"),
        Line("a missing library that an object requests", "autonone.o -lSystem"),
        Line("an unknown flag", "main.o -lSystem -frobnicate"),
        Line("a GNU flag", "main.o -lSystem --gc-sections"),
        Line("another GNU flag", "main.o -lSystem -z relro"),
        Line("a flag without its operand", "main.o -lSystem -rpath"),
        Line("flags with operands", "main.o -rpath /x -sectcreate __A __b text.txt -headerpad 20 -lSystem"),
        Line("flags that do not change the result", "main.o -dead_strip -S -x -pie -search_paths_first -O2 -lSystem"),
        Line("libraries of several kinds", "usesextra.o -Llibs -weak-lextra -needed-lSystem"),
        Line("an alias", "main.o -alias _main _other -u _other -lSystem"),
        Line("flags that lld warns of", "main.o -single_module -bind_at_load -s -M -i -lSystem"),
        Line("a missing folder", "main.o -L/nowhere/at/all -lSystem"),
        Line("an object for a newer system", "newer.o -lSystem"),
        Line("a flag for a library's version, in a link of a program", "main.o -compatibility_version 1 -lSystem"),
        Line("without standard folders", "main.o -Z -lSystem"),
    ]

    private static let target = ["-arch", "arm64", "-platform_version", "macos", "12.0", "12.0"]

    @Test(arguments: lines)
    func `exit statuses and missing symbols match lld`(line: Line) throws {
        let words = Self.target + ["-syslibroot", "sysroot", "-o", "out"] + line.words
        let theirs = try folder.run(Self.lld, words)
        try? FileManager.default.removeItem(atPath: folder.path("out"))
        let program = try #require(BuiltProgram.path("probe-ld"))
        let ours = try folder.run(program, words)
        #expect(ours.status == theirs.status, "\(ours.err)\(theirs.err)")
        #expect(missing(ours.err) == missing(theirs.err))
        // Configure scripts check whether a linker prints nothing.
        #expect(ours.err.isEmpty == theirs.err.isEmpty, "\(ours.err)\(theirs.err)")
        #expect(folder.exists("out") == (ours.status == 0))
    }

    /// Returns the undefined, duplicate and missing names, from the messages that both linkers use.
    private func missing(_ errors: String) -> Set<String> {
        let subjects = ["undefined symbol: ", "duplicate symbol: ", "library not found", "framework not found"]
        return Set(
            errors.split(separator: "\n").compactMap { line in
                guard let subject = subjects.first(where: { line.contains($0) }),
                    let range = line.range(of: subject)
                else { return nil }
                return String(line[range.lowerBound...])
            })
    }

    @Test(arguments: 0..<40)
    func `random command lines get lld's exit status and missing symbols`(run: Int) throws {
        var random = SeededRandom(seed: UInt64(1000 + run))
        let objects = Self.sources.keys.sorted().map { "\($0).o" }
        let libraries = ["-lin", "-lextra", "-lSystem", "-lcommon", "-lmain"]
        var words = Array(objects.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
        words += libraries.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
        words.shuffle(using: &random)
        try `exit statuses and missing symbols match lld`(
            line: Line("seed \(run)", (["-Llibs"] + words).joined(separator: " ")))
    }
}
