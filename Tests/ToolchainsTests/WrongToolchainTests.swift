import Documents
import Foundation
import Testing

@testable import Toolchains

/// The messages about invalid toolchain files.
@Suite struct WrongToolchainTests {
    /// A valid file, of which each case changes one part.
    private static let right = """
        name: mine
        summary: for tests
        host: linux
        targets:
          - platform: [ios, linux]
            architecture: arm64
        settings:
          - tools: { cc: clang, ar: llvm-ar }
            sysroot: system
            driver: ["--target=${triple}"]
            host-triple: aarch64-apple-darwin
            build-triple: ${host-cpu}-linux-gnu
            minimum: 12.0
          - platform: ios
            cflags: ["-O2"]
        """

    @Test func `a valid toolchain file is read`() throws {
        let (file, warnings) = try ToolchainFile.read(Array(Self.right.utf8), file: "mine.yaml")
        #expect(file.name == "mine")
        #expect(warnings.isEmpty)
        #expect(file.targets(host: Machines.linux).map(\.name).contains("ios-simulator-arm64"))
        #expect(file.targets(host: Machines.mac).isEmpty)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let old: String
        let new: String
        let message: String

        init(_ name: String, _ old: String, _ new: String, _ message: String) {
            (self.name, self.old, self.new, self.message) = (name, old, new, message)
        }

        var testDescription: String { name }
    }

    @Test(arguments: [
        Case(
            "unknown key", "driver:", "drivers:",
            """
            mine.yaml:10:5: error: unknown key `drivers`
              10 |     drivers: ["--target=${triple}"]
                 |     ^~~~~~~
            hint: did you mean `driver`?
            """),
        Case(
            "duplicate key", "summary: for tests", "summary: for tests\nsummary: again",
            """
            mine.yaml:3:1: error: duplicate key `summary`
              3 | summary: again
                | ^~~~~~~
            mine.yaml:2:1: note: first given here
              2 | summary: for tests
                | ^~~~~~~
            """),
        Case(
            "unknown variable", "${triple}", "${tripel}",
            """
            mine.yaml:10:14: error: unknown variable `${tripel}`
              10 |     driver: ["--target=${tripel}"]
                 |              ^~~~~~~~~~~~~~~~~~~~
            hint: did you mean `triple`?
            """),
        Case(
            "unclosed variable", "${triple}", "${triple",
            """
            mine.yaml:10:14: error: unclosed `${`
              10 |     driver: ["--target=${triple"]
                 |              ^~~~~~~~~~~~~~~~~~~
            hint: write `${name}`
            """),
        Case(
            "variable in the wrong place", "build-triple: ${host-cpu}", "build-triple: ${sysroot}",
            """
            mine.yaml:12:19: error: `${sysroot}` cannot be used here
              12 |     build-triple: ${sysroot}-linux-gnu
                 |                   ^~~~~~~~~~~~~~~~~~~~
            hint: variables that can: `arch`, `cpu`, `debian-arch`, `host-cpu`, `host-triple`, `minimum`, `triple`
            """),
        Case(
            "host-triple that names itself", "host-triple: aarch64", "host-triple: ${host-triple}",
            """
            mine.yaml:11:18: error: `${host-triple}` cannot be used here
              11 |     host-triple: ${host-triple}-apple-darwin
                 |                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~
            hint: variables that can: `arch`, `cpu`, `debian-arch`, `host-cpu`, `minimum`, `triple`
            """),
        Case(
            "`${sysroot}` for a sysroot that is not a folder", "-O2", "-I${sysroot}/include",
            """
            mine.yaml:15:14: error: `${sysroot}` is not a folder: the sysroot is `system` for the target `ios-arm64`
              15 |     cflags: ["-I${sysroot}/include"]
                 |              ^~~~~~~~~~~~~~~~~~~~~~
            """),
        Case(
            "variable of an unspecified tool", "-O2", "${tool.ld}",
            """
            mine.yaml:15:14: error: there is no tool `ld` for the target `ios-arm64`
              15 |     cflags: ["${tool.ld}"]
                 |              ^~~~~~~~~~~~
            """),
        Case(
            "variable of an unspecified path", "-O2", "${path.gcc}",
            """
            mine.yaml:15:14: error: there is no path `gcc` for the target `ios-arm64`
              15 |     cflags: ["${path.gcc}"]
                 |              ^~~~~~~~~~~~~
            """),
        Case(
            "`${linker}` without the tool `ld`", "-O2", "${linker}",
            """
            mine.yaml:15:14: error: `${linker}` needs a tool `ld` for the target `ios-arm64`
              15 |     cflags: ["${linker}"]
                 |              ^~~~~~~~~~~
            """),
        Case(
            "unknown tool", "ar: llvm-ar", "ra: llvm-ar",
            """
            mine.yaml:8:25: error: `ra` is not a tool
              8 |   - tools: { cc: clang, ra: llvm-ar }
                |                         ^~
            hint: did you mean `ar`?
            """),
        Case(
            "no archiver", "cc: clang, ar: llvm-ar", "cc: clang",
            """
            mine.yaml:1:7: error: no `tools: ar` for the target `ios-arm64`
              1 | name: mine
                |       ^~~~
            """),
        Case(
            "unknown platform", "platform: ios", "platform: iso",
            """
            mine.yaml:14:15: error: `iso` is not a platform
              14 |   - platform: iso
                 |               ^~~
            hint: did you mean `ios`?
            """),
        Case(
            "entry that matches no target", "platform: ios", "platform: tvos",
            """
            mine.yaml:14:5: error: this entry matches none of the toolchain's targets
              14 |   - platform: tvos
                 |     ^
            """),
        Case(
            "targets that do not exist", "architecture: arm64", "architecture: wasm32",
            """
            mine.yaml:5:5: error: these conditions match no target
              5 |   - platform: [ios, linux]
                |     ^
            """),
        Case(
            "no minimum", "    minimum: 12.0\n", "",
            """
            mine.yaml:1:7: error: no `minimum` for the target `ios-arm64`
              1 | name: mine
                |       ^~~~
            """),
        Case(
            "malformed minimum", "minimum: 12.0", "minimum: twelve",
            """
            mine.yaml:13:14: error: `twelve` is not an OS version
              13 |     minimum: twelve
                 |              ^~~~~~
            hint: one to three numbers, as in `12.0`
            """),
        Case(
            "unknown sysroot", "sysroot: system", "sysroot: sistem",
            """
            mine.yaml:9:14: error: `sistem` is not a sysroot
              9 |     sysroot: sistem
                |              ^~~~~~
            hint: did you mean `system`?
            """),
        Case(
            "two sysroots", "sysroot: system", "sysroot: { folder: /a, xcrun: macosx }",
            """
            mine.yaml:9:14: error: expected one of `folder`, `xcrun`, `apple-stub` and `glibc`
              9 |     sysroot: { folder: /a, xcrun: macosx }
                |              ^
            """),
        Case(
            "the whole machine as a sysroot", "sysroot: system", "sysroot: { folder: / }",
            """
            mine.yaml:9:24: error: `/` contains more than a sysroot
              9 |     sysroot: { folder: / }
                |                        ^
            hint: `sysroot: system`
            """),
        Case(
            "no sysroot", "    sysroot: system\n", "",
            """
            mine.yaml:1:7: error: no `sysroot` for the target `ios-arm64`
              1 | name: mine
                |       ^~~~
            """),
        Case(
            "invalid toolchain name", "name: mine", "name: My Own",
            """
            mine.yaml:1:7: error: `My Own` is not a toolchain's name
              1 | name: My Own
                |       ^~~~~~
            hint: at most 64 lower-case letters, digits and `-`
            """),
        Case(
            "unknown host", "host: linux", "host: windows",
            """
            mine.yaml:3:7: error: `windows` is not a host system
              3 | host: windows
                |       ^~~~~~~
            hint: it can be: `linux`, `macos`
            """),
        Case(
            "invalid variable name", "cflags: [\"-O2\"]", "variables: { 1A: x }",
            """
            mine.yaml:15:18: error: `1A` is not a variable's name
              15 |     variables: { 1A: x }
                 |                  ^~
            hint: letters, digits and `_`
            """),
        Case(
            "unknown way to link", "cflags: [\"-O2\"]", "link: probe-ld",
            """
            mine.yaml:15:11: error: `probe-ld` is not a way to link
              15 |     link: probe-ld
                 |           ^~~~~~~~
            hint: did you mean `probe`?
            """),
    ])
    func `an invalid toolchain file gives the message of its case`(_ test: Case) throws {
        #expect(Self.right.contains(test.old))
        let text = Self.right.replacingOccurrences(of: test.old, with: test.new)
        let faults = try #require(throws: Faults.self) {
            try ToolchainFile.read(Array(text.utf8), file: "mine.yaml")
        }
        #expect(faults.rendered.contains(test.message), "the messages are:\n\(faults.rendered)")
    }

    @Test func `all errors are reported at once`() throws {
        let text = Self.right.replacingOccurrences(of: "${triple}", with: "${tripel}")
            .replacingOccurrences(of: "summary:", with: "sumary:").replacingOccurrences(of: "-O2", with: "${nothing}")
        let faults = try #require(throws: Faults.self) {
            try ToolchainFile.read(Array(text.utf8), file: "mine.yaml")
        }
        #expect(faults.diagnostics.count == 3, "\(faults.rendered)")
    }

    @Test(arguments: ["", "[]", "a", "- x: y", "name: {}", "settings: [[[]]]", "\u{0}", "name: &a x\nsummary: *a"])
    func `a file that is no toolchain is refused`(_ text: String) {
        #expect(throws: Faults.self) { try ToolchainFile.read(Array(text.utf8), file: "mine.yaml") }
    }
}
