import Foundation
import Testing

@testable import Toolchains

/// The stub of the C++ runtime library.
@Suite struct CxxRuntimeTests {
    /// GCC's library, which every Swift toolchain for Linux needs.
    private static let library = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
        .map { "\($0)/\(CxxRuntime.soname)" }.first(where: FileManager.default.fileExists)

    @Test(.enabled(if: library != nil, "no libstdc++"))
    func `libstdc++ exports every symbol of its stub`() throws {
        let bytes = try Data(contentsOf: URL(filePath: try #require(Self.library)))
        let names = Set(bytes.split(separator: 0).lazy.map { String(decoding: $0, as: UTF8.self) })
        let runtime = CxxRuntime(sizeType: "m")
        // In a string table, one name may be the end of another.
        let missing = (runtime.functions + runtime.tables).filter { name in
            !names.contains(name) && !names.contains { $0.hasSuffix(name) }
        }
        #expect(missing.isEmpty)
        #expect(runtime.functions.count > 25 && runtime.tables.count > 80)
    }

    @Test func `the assembly defines functions and objects`() {
        let text = CxxRuntime(sizeType: "j").assembly
        #expect(text.contains(".globl _Znwj\n.type _Znwj, %function\n_Znwj: .fill 4, 1, 0\n"))
        #expect(text.contains(".globl _ZTIi\n.type _ZTIi, %object\n.size _ZTIi, 64\n_ZTIi: .fill 64, 1, 0\n"))
        #expect(text.hasSuffix(".section .note.GNU-stack,\"\",%progbits\n"))
    }

    @Test func `Apple's stub lists the targets and the names with an underscore`() {
        let lines = CxxRuntime(sizeType: "m").library(for: .macOS).split(separator: "\n")
        #expect(lines.prefix(2) == ["--- !tapi-tbd", "tbd-version:     4"])
        #expect(lines.contains { $0.hasPrefix("targets: ") && $0.contains("arm64-macos") })
        #expect(
            lines.contains { $0.contains("symbols:") && $0.contains(" __Znwm, ") && $0.contains(" ___cxa_throw, ") })
        #expect(!lines.contains { $0.contains("sj0") })
    }

    @Test func `iOS on 32-bit ARM has the personality for setjmp exceptions`() throws {
        let lines = CxxRuntime(sizeType: "m").library(for: .iOS).split(separator: "\n")
        let symbols = try #require(lines.firstIndex(of: "    symbols:         [ ___gxx_personality_sj0 ]"))
        #expect(lines[symbols - 1] == "  - targets:         [ armv7-ios, armv7s-ios ]")
        #expect(!CxxRuntime(sizeType: "m").library(for: .watchOS).contains("sj0"))
    }
}
