import Actions
import Basics
import Foundation
import Planning
import Recipes
import Targets
import TestSupport
import Testing

/// Runs the scripts of build steps in a real shell, with a `configure` and a `make` that only record their arguments.
@Suite(.tags(.process)) struct BuildScriptTests {
    /// Returns the words as a JSON array, which is valid YAML. In recipes, `$$` is a dollar sign.
    private static func json(_ words: [String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let texts = words.map { $0.replacing("$", with: "$$") }
        // YAML does not allow an unescaped delete character.
        return String(decoding: try encoder.encode(texts), as: UTF8.self).replacing("\u{7f}", with: "\\u007f")
    }

    // Recipes must not contain empty arguments.
    private static let words = ShellScriptTests.nasty.filter { !$0.isEmpty }

    @Test(arguments: ShellScriptTests.shells)
    func `the recipe's words reach the build unchanged in each shell`(_ shell: String) async throws {
        let values = ShellScriptTests.nasty
        var build = [
            "configure: \(try Self.json(Self.words))", "make: \(try Self.json(Self.words))",
            "install: \(try Self.json(Self.words))", "variables:",
        ]
        build += try values.enumerated().map {
            "  V\($0.offset): \(try Self.json([$0.element]).dropFirst().dropLast())"
        }
        let package = try await Samples.package(try Samples.example(build: build), ["linux-gnu-x86_64"])
        let result = try Planner.plan(Samples.request(package))
        let script = try PlanText.script(of: try result.step("build", "linux-gnu-x86_64"))

        let calls = try Self.calls(of: script, shell, variables: values.indices.map { "V\($0)" })
        #expect(calls.map(\.program) == ["configure", "make", "make"])
        try #require(calls.count == 3)
        let head = ["--prefix=/usr/local", "--host=x86_64-linux-gnu", "--build=x86_64-linux-gnu"]
        #expect(Self.bytes(calls[0].arguments.prefix(head.count + Self.words.count)) == Self.bytes(head + Self.words))
        #expect(Self.bytes(calls[1].arguments) == Self.bytes(Self.words))
        #expect(Self.bytes(calls[2].arguments.dropLast()) == Self.bytes(Self.words))
        for call in calls { #expect(Self.bytes(call.variables) == Self.bytes(values)) }
    }

    @Test(arguments: ShellScriptTests.shells)
    func `the paths of a script are below its working folder`(_ shell: String) async throws {
        let result = try await Samples.plan(["ios-arm64"])
        let script = try PlanText.script(of: try result.step("build", "ios-arm64"))
        let calls = try Self.calls(of: script, shell, variables: ["PATH", "LC_ALL", "MAKEFLAGS"])
        try #require(calls.count == 3)
        let root = calls[0].root
        let value = { (name: String) in
            calls[0].arguments.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        #expect(
            value("CC")
                == "/swift/usr/bin/clang --no-default-config --target=arm64-apple-ios9.0 -isysroot \(root)/sysroot "
                + "-B\(root)/tools/linker --start-no-unused-arguments -mlinker-version=820 --ld-path=\(root)/tools/linker/ld "
                + "--end-no-unused-arguments")
        let maps = ["build", "source", "sysroot"].map { "-ffile-prefix-map=\(root)/\($0)=\($0)" }
        #expect(value("CFLAGS") == "-O2 \(maps.joined(separator: " "))")
        #expect(value("LDFLAGS") == "")
        #expect(calls.map(\.linker) == ["questions", "libraries", "libraries"])
        #expect(calls[2].arguments == ["install", "DESTDIR=\(root)/stage"])
        for call in calls { #expect(call.variables == ["\(root)/tools:/usr/bin:/bin", "C", "unset"]) }
    }

    @Test func `an in-source build gets a copy of the source`() async throws {
        let package = try await Samples.package(
            try Samples.example(build: ["in-source: true"]), ["linux-gnu-x86_64"])
        let step = try Planner.plan(Samples.request(package)).step("build", "linux-gnu-x86_64")
        let script = try PlanText.script(of: step)
        // `./configure` exists only in a copy of the source.
        #expect(script.contains("\n./configure ") && !script.contains("../source/configure"))
        let calls = try Self.calls(of: script, "/bin/sh", variables: [], built: ["configure"])
        #expect(calls.map(\.program) == ["configure", "make", "make"])
    }

    @Test(arguments: ShellScriptTests.shells) func `every shell parses every script`(_ shell: String) async throws {
        for host in [Machines.linux, Machines.mac] {
            let names = try Samples.toolchains().targets(host: host).map(\.name)
            let result = try await Samples.plan(names, host: host)
            let scripts = result.plan.steps.compactMap { try? PlanText.script(of: $0) }
            #expect(scripts.count > names.count)
            try Temporary.folder { folder in
                for script in Set(scripts) { _ = try Shell.output(of: [shell, "-n", "-c", script], in: folder) }
            }
        }
    }

    // MARK: A configure and a make that record their calls

    private struct Call {
        let program: String
        let root: String
        /// The target of the link `tools/linker/ld` at the time of the call.
        let linker: String
        let variables: [String]
        let arguments: [String]
    }

    private static func calls(
        of script: String, _ shell: String, variables: [String], built: [String] = []
    ) throws -> [Call] {
        try Temporary.folder(named: "a folder's \"name\"") { folder in
            try prepare(folder, variables: variables)
            // The script calls the `make` that records its arguments, not the machine's.
            let noting = script.replacing("/usr/bin/make", with: "make")
            _ = try Shell.output(of: [shell, "-c", noting], in: folder)
            let prefix = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "prefix").path)
            #expect(prefix.sorted() == ["include", "lib"])
            #expect(
                try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
                    == ["source", "tools", "build", "stage", "prefix", "answers", "notes"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "build").path) == built)
            let notes = try Data(contentsOf: folder.appending(path: "notes"))
            let root = try Temporary.realPath(folder)
            return notes.split(separator: 0x1E).map { call(Array($0), root, variables.count) }
        }
    }

    private static func call(_ note: [UInt8], _ root: String, _ variables: Int) -> Call {
        let words = note.dropLast().split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return Call(
            program: words[0], root: root, linker: words[1], variables: Array(words[2..<(2 + variables)]),
            arguments: Array(words[(2 + variables)...]))
    }

    /// Writes the files of the folder in which a script runs: a `configure` and a `make` that append a record of each
    /// call to `notes`. Each record ends with 0x1E, which no word contains.
    private static func prepare(_ folder: URL, variables: [String]) throws {
        let values = variables.map { "\"${\($0)-unset}\"" }.joined(separator: " ")
        let note = """
            here=$(cd "$(dirname "$0")/.." && pwd -P; echo x)
            here=${here%?x}
            printf '%s\\0' "${0##*/}" "$(readlink "$here/tools/linker/ld" || :)" \(values) "$@" >>"$here/notes"
            printf '\\036' >>"$here/notes"
            """
        try write("#!/bin/sh\n\(note)\n", to: folder.appending(path: "source/configure"))
        try write(
            """
            #!/bin/sh
            \(note)
            for word; do
                case $word in DESTDIR=*)
                    mkdir -p "${word#DESTDIR=}/usr/local/lib"
                    printf archive >"${word#DESTDIR=}/usr/local/lib/liba.a"
                esac
            done

            """, to: folder.appending(path: "tools/make"))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "tools/linker"), withIntermediateDirectories: true)
    }

    private static func write(_ text: String, to file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// Returns the bytes to compare, because Swift treats canonically equivalent strings as equal.
    private static func bytes(_ words: some Sequence<String>) -> [[UInt8]] { words.map { Array($0.utf8) } }
}
