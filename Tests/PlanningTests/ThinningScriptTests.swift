import Basics
import Foundation
import TestSupport
import Testing

@testable import Planning

/// Runs the script that splits archives of fat objects, with real archives and LLVM's lipo.
@Suite(.tags(.process)) struct ThinningScriptTests {
    private static let architectures = ["armv7", "arm64", "x86_64"]

    @Test(arguments: ShellScriptTests.shells)
    func `an archive of fat objects becomes one archive for each architecture`(_ shell: String) throws {
        try Temporary.folder { folder in
            try Self.prepare(folder, members: ["one", "two"], in: shell)
            try Self.thin(folder, shell)
            for architecture in Self.architectures {
                let archive = "prefix/\(architecture)/lib/libx.a"
                #expect(try Self.said("llvm-lipo-22 -archs \(archive)", folder) == architecture)
                #expect(try Self.said("llvm-ar t \(archive)", folder) == "one.o\ntwo.o")
                let symbols = try Self.said("llvm-nm-22 -j --extern-only --defined-only --quiet \(archive)", folder)
                #expect(symbols.contains("_one") && symbols.contains("_two"))
                #expect(try Self.said("cat prefix/\(architecture)/include/x.h", folder) == "x")
            }
        }
    }

    @Test func `an archive with two members of the same name is refused`() throws {
        try Temporary.folder { folder in
            try Self.prepare(folder, members: ["one"], in: "/bin/sh")
            _ = try Self.said("llvm-ar qS stage/usr/local/lib/libx.a one.o", folder)
            let failure = try #require(throws: Shell.Failure.self) { try Self.thin(folder, "/bin/sh") }
            #expect(failure.status == 1)
            #expect(failure.errors.contains("has two members one.o, which cannot be split; use slices: separate"))
        }
    }

    private static func thin(_ folder: URL, _ shell: String) throws {
        var script = ShellScript(summary: ["thins"])
        let prefixes = architectures.compactMap { name in RelativePath("prefix/\(name)").map { (name, $0) } }
        ThinningScript.write(
            prefixes, from: Argument([.path("stage"), .text("/usr/local")]), archiver: "llvm-ar", to: &script)
        _ = try Shell.output(of: [shell, "-c", "PATH=$(pwd)/tools:$PATH\n" + script.text], in: folder)
    }

    /// Makes a prefix with an archive whose members contain all architectures.
    private static func prepare(_ folder: URL, members: [String], in shell: String) throws {
        var lines = ["set -e", "mkdir -p tools stage/usr/local/lib stage/usr/local/include"]
        lines += ["ln -s \"$(command -v llvm-lipo-22)\" tools/lipo", "printf x >stage/usr/local/include/x.h"]
        for member in members {
            lines.append("printf 'int \(member)(void) { return 1; }\\n' >\(member).c")
            for name in architectures {
                lines.append("clang --target=\(name)-apple-ios9.0 -c \(member).c -o \(member).\(name).o")
            }
            lines.append("tools/lipo -create \(member).*.o -output \(member).o")
        }
        lines.append("llvm-ar qcS stage/usr/local/lib/libx.a \(members.map { $0 + ".o" }.joined(separator: " "))")
        _ = try Shell.output(of: [shell, "-c", lines.joined(separator: "\n")], in: folder)
    }

    private static func said(_ command: String, _ folder: URL) throws -> String {
        String(decoding: try Shell.output(of: ["/bin/sh", "-c", command], in: folder), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
