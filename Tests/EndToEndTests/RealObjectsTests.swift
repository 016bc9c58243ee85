import Foundation
import ObjectFiles
import Testing

extension EndToEnd {
    /// Compares xbuild's readers of object files with LLVM's tools on every object of real libraries.
    struct RealObjectsTests {
        /// Returns the paths of archives with at least three objects each.
        private func archives() async throws -> [String] {
            let compiled = try await RealLibraries.compiled.value
            let built = try await Secp256k1.standard.value
            return RealLibraries.triples.flatMap { triple in
                ["sodium", "secp256k1"].map { compiled.path("lib\($0)-\(triple).a") }
            } + Secp256k1.architectures.keys.sorted().map { built.path("prefixes/\($0)/lib/libsecp256k1.a") }
        }

        @Test func `symbols match llvm-nm on real libraries`() async throws {
            let space = try TestSpace()
            for archive in try await archives() {
                let ours = try await space.xbuild("nm", archive)
                let theirs = try await LLVM.run("llvm-nm", [archive])
                #expect(theirs.split(separator: "\n").count > 50, "\(archive)")
                #expect(ours.out == theirs, "\(archive)")
                #expect(ours.status == 0)
            }
        }

        @Test func `members and tables match llvm-ar on real libraries`() async throws {
            var objects = 0
            for path in try await archives() {
                let archive = try Archive(ByteView(path: path))
                let found = archive.members.map { "\($0.name) 0x\(String($0.offset, radix: 16))\n" }.joined()
                #expect(try await found == LLVM.run("llvm-ar", ["tO", path]), "\(path)")
                let names = Dictionary(archive.members.map { ($0.headerOffset, $0.name) }) { first, _ in first }
                let index = try #require(try archive.index(), "\(path)").map {
                    "\($0.symbol) in \(names[$0.memberOffset] ?? "nowhere")"
                }
                let table = try await LLVM.run("llvm-nm", ["--print-armap", path]).split(separator: "\n")
                    .filter { $0.contains(" in ") }.map(String.init)
                #expect(index.sorted() == table.sorted(), "\(path)")
                objects += archive.members.count
            }
            #expect(objects > 440)
        }

        @Test func `sections match llvm-objdump on real libraries`() async throws {
            for path in try await archives() {
                let told = try await LLVM.run("llvm-objdump", ["--section-headers", "--wide", path])
                let expected = told.split(separator: "\n").compactMap(Self.section)
                let found = try Archive(ByteView(path: path)).members.flatMap { member in
                    try member.object().sections().map { "\(Self.upper($0.name)) \($0.size)" }
                }
                #expect(expected.count >= 9)
                #expect(found == expected, "\(path)")
            }
        }

        /// Returns `NAME SIZE` of a row; nil for other lines and for ELF's first section, which has no name.
        private static func section(_ line: Substring) -> String? {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let first = words.first, Int(first) != nil, words.count >= 4, let size = UInt64(words[2], radix: 16)
            else { return nil }
            return words[1] == "00000000" ? nil : "\(words[1]) \(size)"
        }

        /// Returns the name that objdump prints for a WebAssembly section, which for standard sections is in capitals.
        private static func upper(_ name: String) -> String {
            let known = ["type", "import", "function", "table", "memory", "global", "export", "code", "data", "tag"]
            if known.contains(name) { return name.uppercased() }
            return name == "element" ? "ELEM" : name == "data count" ? "DATACOUNT" : name
        }

        @Test func `processors and minimum versions match llvm-readobj on real libraries`() async throws {
            for path in try await archives() {
                let slices = try AuditedSlice.all(
                    in: ByteView(path: path), thin: nil, BuildPathSearch(guesses: false), prefixes: [])
                #expect(slices.count == 1)
                let objects = try #require(slices.first?.objects, "\(path)")
                #expect(slices.first?.unreadable == [])
                let told = try await LLVM.run("llvm-readobj", ["--macho-version-min", "--file-headers", path])
                let lines = told.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                let machines = lines.filter { $0.hasPrefix("Arch: ") }.map { String($0.dropFirst(6)) }
                #expect(objects.map { Self.processor($0.summary.architecture) } == machines, "\(path)")
                guard objects.first?.summary.format == .machO else { continue }
                let versions = lines.filter { $0.hasPrefix("Version: ") }.map { String($0.dropFirst(9)) }
                #expect(objects.map { $0.summary.minimumVersion?.description ?? "" } == versions, "\(path)")
            }
        }

        /// Returns LLVM's name of the processor family.
        private static func processor(_ architecture: String) -> String {
            switch architecture {
            case "arm64", "arm64e": "aarch64"
            case "armv7", "armv7s": "arm"
            default: architecture
            }
        }

        /// For three formats: lld's arguments to link all members of two archives. C library symbols stay undefined.
        private static let links: [(triple: String, linker: String, arguments: @Sendable ([String]) -> [String])] = [
            (
                "arm64-apple-ios12.0", "ld64.lld",
                {
                    let version = ["-platform_version", "ios", "12.0", "12.0"]
                    return ["-dylib", "-arch", "arm64"] + version + ["-undefined", "dynamic_lookup", "-all_load"] + $0
                }
            ), ("x86_64-unknown-linux-gnu", "ld.lld", { ["-r", "--whole-archive"] + $0 }),
            (
                "x86_64-pc-windows-msvc", "lld-link",
                {
                    ["/dll", "/noentry", "/machine:x64", "/nodefaultlib", "/force:unresolved"]
                        + $0.map { "/wholearchive:\($0)" }
                }
            ),
        ]

        @Test(arguments: 0..<3)
        func `two copies of secp256k1 link only with renamed symbols`(row: Int) async throws {
            let (triple, linker, arguments) = Self.links[row]
            let compiled = try await RealLibraries.compiled.value
            let space = try TestSpace()
            let archive = try ByteView(path: compiled.path("libsecp256k1-\(triple).a"))
            var copies = ["A_", "B_"].map { space.path("lib\($0).a") }
            for (prefix, path) in zip(["A_", "B_"], copies) {
                let renaming = try SymbolRenaming(prefix: prefix, archives: [archive])
                try Data(renaming.apply(to: archive)).write(to: URL(filePath: path))
            }
            let output = linker == "lld-link" ? ["/out:\(space.path("both"))"] : ["-o", space.path("both")]
            _ = try await LLVM.run(linker, arguments(copies) + output)
            let names = try await LLVM.run("llvm-nm", ["--extern-only", "--just-symbol-name"] + copies)
            for prefix in ["A_", "B_"] { #expect(names.contains("\(prefix)secp256k1_ecdsa_sign\n")) }
            copies[1] = space.path("again.a")
            try FileManager.default.copyItem(atPath: copies[0], toPath: copies[1])
            let fault = await #expect(throws: ToolFault.self) { try await LLVM.run(linker, arguments(copies) + output) }
            #expect(fault?.message.contains("duplicate symbol") == true, "\(fault?.message ?? "")")
        }

        @Test func `audits of real libraries match their build options`() async throws {
            let compiled = try await RealLibraries.compiled.value
            let folder = compiled.path("")
            let apple = try await compiled.xbuild(
                "audit", "\(folder)libsodium-arm64-apple-ios12.0.a", "--expect", "platform=ios", "--expect",
                "minimum-version=12", "--expect", "architecture=arm64", "--expect", "debug=no", "--expect", "pic=yes",
                "--expect", "executable-stack=no", "--expect", "bitcode=none")
            #expect(apple.err == "")
            #expect(apple.status == 0)
            #expect(apple.out.contains("  arm64         ios       12.0     0.0  none"), "\(apple.out)")
            let wrong = try await compiled.xbuild(
                "audit", "\(folder)libsecp256k1-wasm32-unknown-wasi.a", "--expect", "architecture=wasm64")
            #expect(wrong.status == 5)
            #expect(
                wrong.err.split(separator: "\n").map { $0.replacing(folder, with: "") }
                    == [
                        "precomputed_ecmult", "precomputed_ecmult_gen", "secp256k1",
                    ].map {
                        "error: `libsecp256k1-wasm32-unknown-wasi.a(\($0).o)`: architecture: expected wasm64, found wasm32"
                    })
        }
    }
}
