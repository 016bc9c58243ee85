import Basics
import Foundation
import Targets
import TestSupport
import Testing

@testable import Toolchains

/// The shipped flags with a generated stub SDK, tested with clang, lld and llvm-objdump.
@Suite(
    .enabled(
        if: Target.host.platform == .linux
            && ToolFolder.isThere("clang", "ld64.lld-19", "llvm-objdump-22", "llvm-nm-22")),
    .tags(.process))
struct StubCompileTests {
    /// Short members of a wheel, in the form of the real members.
    private static let wheel: [RelativePath: String] = [
        "ziglang/lib/libc/include/any-macos-any/stdio.h": """
        #include <sys/cdefs.h>
        int printf(const char *format, ...);
        int stat(const char *path, void *buffer) __DARWIN_INODE64(stat);
        """,
        "ziglang/lib/libc/include/any-macos-any/sys/cdefs.h": """
        #if defined(__x86_64__) || defined(__i386__)
        #define __DARWIN_ONLY_64_BIT_INO_T      0
        #else
        #define __DARWIN_ONLY_64_BIT_INO_T      1
        #endif
        #if __DARWIN_ONLY_64_BIT_INO_T
        #define __DARWIN_INODE64(name) __asm("_" #name)
        #else
        #define __DARWIN_INODE64(name) __asm("_" #name "$INODE64")
        #endif
        """,
        "ziglang/lib/libc/darwin/libSystem.tbd": """
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ x86_64-macos, x86_64-maccatalyst, arm64-macos, arm64-maccatalyst, 
                           arm64e-macos, arm64e-maccatalyst ]
        install-name:    '/usr/lib/libSystem.B.dylib'
        current-version: 1351
        exports:
          - targets:         [ x86_64-macos, x86_64-maccatalyst ]
            symbols:         [ '_stat$INODE64' ]
          - targets:         [ x86_64-macos, x86_64-maccatalyst, arm64-macos, arm64-maccatalyst, 
                               arm64e-macos, arm64e-maccatalyst ]
            symbols:         [ _printf, _stat, dyld_stub_binder ]
        ...

        """,
    ]

    private static let program = """
        #include <stdio.h>
        int main(int count, char **words) { return stat(words[0], words) + printf("%d", count); }
        """

    /// Writes the stub sysroot to the path that toolchains expect.
    private static func makeSysroot(_ toolchain: ResolvedToolchain, in toolFolder: ToolFolder) throws {
        guard case .stub(let stub, _) = toolchain.sysroot else { throw ToolchainError.unreadable(path: "no stub") }
        let layout = try stub.layout(members: wheel.keys)
        let root = ResolvedToolchain.sysrootPath.string
        for (path, source) in layout.copies { try toolFolder.write("\(root)/\(path)", wheel[source] ?? "") }
        for (path, rewrite) in layout.rewrites {
            let bytes = try stub.rewritten(Array((wheel[rewrite.source] ?? "").utf8), rewrite)
            try toolFolder.write("\(root)/\(path)", bytes)
        }
        for (path, target) in layout.links { try toolFolder.link("\(root)/\(path)", to: target) }
        for (path, bytes) in layout.contents { try toolFolder.write("\(root)/\(path)", bytes) }
    }

    /// The columns: target, then llvm-objdump's values for its objects: load command, platform, minimum version, SDK.
    private static let objects = """
        macos-arm64              LC_BUILD_VERSION        macos           11.0 15.5
        macos-arm64e             LC_BUILD_VERSION        macos           11.0 15.5
        macos-x86_64             LC_VERSION_MIN_MACOSX   -               10.13 15.5
        ios-armv7                LC_VERSION_MIN_IPHONEOS -               9.0  18.5
        ios-armv7s               LC_VERSION_MIN_IPHONEOS -               9.0  18.5
        ios-arm64                LC_BUILD_VERSION        ios             12.0 18.5
        ios-arm64e               LC_BUILD_VERSION        ios             14.0 18.5
        ios-simulator-i386       LC_VERSION_MIN_IPHONEOS -               9.0  18.5
        ios-simulator-x86_64     LC_BUILD_VERSION        iossimulator    12.0 18.5
        ios-simulator-arm64      LC_BUILD_VERSION        iossimulator    14.0 18.5
        catalyst-arm64           LC_BUILD_VERSION        macCatalyst     14.0 18.5
        catalyst-x86_64          LC_BUILD_VERSION        macCatalyst     13.1 18.5
        tvos-arm64               LC_BUILD_VERSION        tvos            12.0 18.5
        tvos-arm64e              LC_BUILD_VERSION        tvos            12.0 18.5
        tvos-simulator-arm64     LC_BUILD_VERSION        tvossimulator   14.0 18.5
        tvos-simulator-x86_64    LC_BUILD_VERSION        tvossimulator   12.0 18.5
        watchos-armv7k           LC_VERSION_MIN_WATCHOS  -               4.0  11.5
        watchos-arm64_32         LC_BUILD_VERSION        watchos         5.0  11.5
        watchos-arm64            LC_BUILD_VERSION        watchos         26.0 11.5
        watchos-simulator-i386   LC_VERSION_MIN_WATCHOS  -               4.0  11.5
        watchos-simulator-x86_64 LC_VERSION_MIN_WATCHOS  -               4.0  11.5
        watchos-simulator-arm64  LC_BUILD_VERSION        watchossimulator 7.0 11.5
        visionos-arm64           LC_BUILD_VERSION        xros            1.0  2.5
        visionos-simulator-arm64 LC_BUILD_VERSION        xrsimulator     1.0  2.5
        """
        .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    @Test func `the table of objects has every Apple target`() {
        #expect(Self.objects.map { $0[0] } == Target.all.filter(\.platform.isApple).map(\.name))
    }

    @Test(arguments: objects) func `objects have the platform and version of their target`(_ row: [String]) async throws
    {
        let toolchain = try await ToolFolder.resolve(Machines.named(row[0]))
        try await ToolFolder.with { toolFolder in
            try Self.makeSysroot(toolchain, in: toolFolder)
            try toolFolder.write("a.c", Self.program)
            let result = try toolFolder.run(
                toolFolder.compiler(toolchain) + ["-Wall", "-Werror", "-c", "a.c", "-o", "a.o"])
            #expect(result.status == 0, "\(result.output)")
            #expect(try Self.command(of: "a.o", in: toolFolder) == Array(row.dropFirst()))
            // Only objects for Intel Macs, including those for Catalyst, refer to symbols with `$INODE64`.
            let symbols = try toolFolder.run([ToolFolder.find("llvm-nm-22") ?? "", "-u", "a.o"]).output
            let isIntelMac = row[0] == "macos-x86_64" || row[0] == "catalyst-x86_64"
            #expect(symbols.contains("$INODE64") == isIntelMac)
        }
    }

    /// Compiles with a triple whose version is older than the architecture. Catalyst and visionOS are left out, because
    /// clang refuses versions of these systems that never existed.
    @Test(
        arguments: Target.all.filter {
            $0.platform.isApple && $0.environment != .macCatalyst && $0.platform != .visionOS
        })
    func `objects record at least the first OS version for their architecture`(_ target: Target) async throws {
        let clang = try #require(ToolFolder.find("clang"))
        try await ToolFolder.with { toolFolder in
            try toolFolder.write("a.c", "int x;")
            let asked = OSVersion(target.platform == .watchOS ? 2 : target.platform == .macOS ? 10 : 9, 6)
            let triple = target.triple(minimum: asked)
            let result = try toolFolder.run([clang, "--target=\(triple)", "-c", "a.c", "-o", "a.o"])
            #expect(result.status == 0, "\(result.output)")
            #expect(try Self.command(of: "a.o", in: toolFolder)[2] == target.effectiveMinimum(asked).description)
        }
    }

    /// Returns the load command, platform, minimum version and SDK of an object.
    private static func command(of file: String, in toolFolder: ToolFolder) throws -> [String] {
        let text = try toolFolder.run([ToolFolder.find("llvm-objdump-22") ?? "", "--macho", "--private-headers", file])
            .output
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        guard let start = lines.firstIndex(where: { $0.first == "cmd" && $0.last?.contains("_VERSION") == true }) else {
            return []
        }
        let fields = lines[start...].dropFirst().prefix { $0.first != "Load" }
        let value = { (name: String) in fields.first { $0.first == name }?.last }
        return [
            lines[start].last ?? "", value("platform") ?? "-", value("minos") ?? value("version") ?? "",
            value("sdk") ?? "",
        ]
    }

    @Test(arguments: objects.map { $0[0] }.filter { !["armv7", "i386", "arm64e"].contains(where: $0.contains) })
    func `a program links only if all its symbols are defined`(_ name: String) async throws {
        let toolchain = try await ToolFolder.resolve(Machines.named(name))
        #expect(toolchain.link == .linker)
        try await ToolFolder.with { toolFolder in
            try Self.makeSysroot(toolchain, in: toolFolder)
            try toolFolder.write("a.c", Self.program)
            try toolFolder.write("b.c", "int no_such_function(void); int main(void) { return no_such_function(); }")
            try toolFolder.placeLinker(toolchain)
            let compiler = try toolFolder.compiler(toolchain)
            let right = try toolFolder.run(compiler + ["-Werror", "a.c", "-lm", "-lpthread", "-lc", "-o", "a"])
            #expect(right.status == 0, "\(right.output)")
            let wrong = try toolFolder.run(compiler + ["b.c", "-o", "b"])
            #expect(wrong.status != 0)
            #expect(wrong.output.contains("no_such_function"))
        }
    }

    @Test(.enabled(if: ToolFolder.isThere("llvm-lipo-22"))) func `one call of the compiler compiles for ios-universal`()
        async throws
    {
        let five = TargetGroup.iosUniversal.targets(host: .host)
        let toolchain = try await Machines.shipped().resolve(
            together: five, ToolchainRequest(target: five[0]), .here())
        try await ToolFolder.with { toolFolder in
            try Self.makeSysroot(toolchain, in: toolFolder)
            try toolFolder.write("a.c", Self.program)
            let lipo = try #require(ToolFolder.find("llvm-lipo-22"))
            try toolFolder.write("tools/unused", "")
            try toolFolder.link("tools/lipo", to: lipo)
            let path = toolFolder.root.appendingPathComponent("tools").path + ":/usr/bin:/bin"
            let result = try toolFolder.run(toolFolder.compiler(toolchain) + ["-c", "a.c", "-o", "a.o"], path: path)
            #expect(result.status == 0, "\(result.output)")
            let names = try toolFolder.run([lipo, "-archs", "a.o"]).output.split(whereSeparator: \.isWhitespace)
            #expect(Set(names) == ["armv7", "armv7s", "arm64", "i386", "x86_64"])
        }
    }

    @Test func `objects from two folders are equal and do not contain the folders' paths`() async throws {
        let toolchain = try await ToolFolder.resolve(Machines.named("ios-arm64"))
        let objects = try await [1, 2].asyncMap { _ in
            try await ToolFolder.with { toolFolder in
                try Self.makeSysroot(toolchain, in: toolFolder)
                try toolFolder.write("a.c", "const char *place = __FILE__ __DATE__ __TIME__;\n" + Self.program)
                let map = toolchain.prefixMapFlags.map { "\($0)\(toolFolder.root.path)=." }
                let source = toolFolder.root.appendingPathComponent("a.c").path
                let result = try toolFolder.run(
                    toolFolder.compiler(toolchain) + map + ["-g", "-c", source, "-o", "a.o"])
                #expect(result.status == 0, "\(result.output)")
                let object = try Data(contentsOf: toolFolder.root.appendingPathComponent("a.o"))
                #expect(object.range(of: Data(toolFolder.root.path.utf8)) == nil)
                return object
            }
        }
        #expect(objects[0] == objects[1])
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
