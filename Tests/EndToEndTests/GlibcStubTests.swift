import Foundation
import Testing

extension EndToEnd {
    /// The stub libraries of the glibc sysroot, compared with Debian's libraries.
    struct GlibcStubTests {
        /// Debian's glibc has a newer version. What it exports by default to programs that are linked now, and had in
        /// the stub's version, the stub must export too; and the stub must export nothing that Debian's keeps for old
        /// programs only.
        @Test(arguments: [
            ("linux-gnu-x86_64", "/lib/x86_64-linux-gnu"), ("linux-gnu-aarch64", "/usr/aarch64-linux-gnu/lib"),
        ])
        func `the stub exports the symbols that Debian's libraries export`(_ target: String, _ debian: String)
            async throws
        {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(targets: "[\(target)]", usesGlibcSysroot: true).install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--events", "events.json")
            try #require(output.status == 0, "\(output.err)")
            let key = try #require(
                try space.events("events.json").keys.first {
                    $0.key.hasPrefix("compile the glibc 2.31 libraries")
                })
            let shown = try await space.xbuild("store", "show", key.value)
            var own: Set<String> = [], theirs: Set<String> = []
            for library in ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"] {
                let line = shown.out.split(separator: "\n").first { $0.contains("sysroot/usr/lib/\(library)* ") }
                let digest = try #require(line?.firstMatch(of: /[0-9a-f]{64}/), "\(shown.out)")
                try await space.run(
                    "sh",
                    ["-c", "\"$0\" store show --raw \(digest.output) >\(library)", TestSpace.binary])
                own.formUnion(try await symbols(of: space.path(library), in: space))
                theirs.formUnion(try await symbols(of: "\(debian)/\(library)", in: space))
            }
            let names = { (symbols: Set<String>) in Set(symbols.compactMap { $0.split(separator: "@").first }) }
            #expect(own.count > 2000)
            #expect(names(own).subtracting(names(theirs)).subtracting(Self.different).sorted() == [])
            #expect(names(theirs.filter(Self.isOld)).subtracting(names(own)).subtracting(Self.different).sorted() == [])
        }

        /// `__send` is an export of some processors only; versions between 2.37 and 2.41 replaced the others.
        private static let different: Set<Substring> = ["__ivaliduser", "__send", "_dl_mcount_wrapper"]

        /// Returns the symbols that programs get by default, with their versions.
        private func symbols(of library: String, in space: TestSpace) async throws -> [String] {
            let listed = try await space.run("readelf", ["--wide", "--dyn-syms", library])
            return listed.out.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard !words.contains("UND"), let name = words.last(where: { $0.contains("@@") }) else { return nil }
                return name.hasSuffix("@@PRIVATE") || name.contains("GLIBC_PRIVATE") ? nil : String(name)
            }
        }

        /// Whether the version is at most glibc 2.31.
        private static func isOld(_ symbol: String) -> Bool {
            guard let version = symbol.firstMatch(of: /@@GLIBC_2\.(\d+)/).flatMap({ Int($0.1) }) else { return false }
            return version <= 31
        }

        @Test func `a library that walks the stack passes the audit`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(build: ["defines: NEEDS=_Unwind_Backtrace"], usesGlibcSysroot: true)
            library.files["three.c"] = Self.caller
            library.more = ["tests:", "  make: check"]
            library.files["check.c"] = "int tiny_three(int);\nint main(int count, char **words) {\n"
            library.files["check.c"]? += "    return count > 9 ? tiny_three(count) : !words;\n}\n"
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--test")
            #expect(output.status == 0, "\(output.err)")
        }

        @Test(arguments: ["sys_errlist", "cfree"])
        func `a symbol that glibc replaced fails the audit`(_ name: String) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(build: ["defines: NEEDS=\(name)"], usesGlibcSysroot: true)
            library.files["three.c"] = Self.caller
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 5)
            #expect(output.err.contains("expected a definition of `\(name)`, found none"), "\(output.err)")
        }

        private static let caller = "int NEEDS(int);\nint tiny_three(int left) { return NEEDS(left); }\n"
    }
}
