import Basics
import Foundation
import Planning
import Recipes
import Targets
import TestSupport
import Testing

/// Runs the scripts for recipes with `steps:` in real shells.
@Suite(.tags(.process)) struct StepScriptTests {
    /// A step that installs a file, for recipes that test other steps.
    private static let installs =
        "install: [[sh, -c, 'mkdir -p \"$DESTDIR$PREFIX/lib\" && : >\"$DESTDIR$PREFIX/lib/liba.a\"']]"

    private static func plan(
        _ steps: [String], more: [String] = [], target: String = "linux-gnu-x86_64"
    ) async throws -> Planner.Result {
        let recipe = try Samples.example(system: "script", build: ["steps:"] + steps.map { "  " + $0 } + more)
        return try Planner.plan(Samples.request(try await Samples.package(recipe, [target])))
    }

    private static func script(
        _ steps: [String], more: [String] = [], target: String = "linux-gnu-x86_64"
    ) async throws -> String {
        try PlanText.script(of: try await plan(steps, more: more, target: target).step("build", target))
    }

    // MARK: The environment of steps

    @Test(arguments: ShellScriptTests.shells)
    func `every variable is in the environment of a step in each shell`(_ shell: String) async throws {
        let print =
            "printf '%s\\0' " + BuildVariable.allCases.map { "\"${\($0.rawValue)-unset}\"" }.joined(separator: " ")
        let steps = ["configure: [{ script: print.sh }]", Self.installs]
        let more = ["cflags: [-fwrapv]", "defines: A=b", "ldflags: \"-Wl,-x\""]
        let script = try await Self.script(steps, more: more, target: "ios-arm64")
        try Temporary.folder(named: "a folder's name") { folder in
            try Self.write(print, to: folder, "files/print.sh")
            try Self.write("", to: folder, "tools/linker/questions")
            let root = try Temporary.realPath(folder)
            let words = try Shell.run(script, shell: shell, in: folder)
            try #require(words.count == BuildVariable.allCases.count)
            let found = Dictionary(uniqueKeysWithValues: zip(BuildVariable.allCases, words))
            let driver =
                "--no-default-config --target=arm64-apple-ios12.0 -isysroot \(root)/sysroot -B\(root)/tools/linker "
                + "--start-no-unused-arguments -mlinker-version=820 --ld-path=\(root)/tools/linker/ld --end-no-unused-arguments"
            let maps = ["build", "source", "sysroot"].map { "-ffile-prefix-map=\(root)/\($0)=\($0)" }
            let expected: [BuildVariable: String] = [
                .cc: "/swift/usr/bin/clang \(driver)", .cxx: "/swift/usr/bin/clang++ \(driver)",
                .ar: "/swift/usr/bin/llvm-ar", .ranlib: "/swift/usr/bin/llvm-ranlib", .nm: "/swift/usr/bin/llvm-nm",
                .strip: "/swift/usr/bin/llvm-strip", .ld: "\(root)/tools/linker/ld",
                .cflags: "-O2 \(maps.joined(separator: " ")) -fwrapv",
                .cxxflags: "-O2 \(maps.joined(separator: " ")) -fwrapv", .cppflags: "-DA=b",
                .ldflags: "-Wl,-x", .prefix: "/usr/local",
                .destdir: "\(root)/stage", .source: "\(root)/source", .build: "\(root)/build",
                .files: "\(root)/files", .dependencies: "", .target: "ios-arm64",
                .triple: "arm64-apple-ios12.0", .arch: "arm64", .platform: "ios", .environment: "device",
                .sysroot: "\(root)/sysroot", .minVersion: "12.0", .host: "aarch64-apple-darwin",
                .buildTriple: "x86_64-linux-gnu", .version: "1.0", .ccForBuild: "",
                .jobs: "1",
            ]
            for variable in BuildVariable.allCases {
                #expect(found[variable] == expected[variable], "\(variable.rawValue)")
            }
        }
    }

    @Test(arguments: ShellScriptTests.shells)
    func `a word with any contents remains one word in each shell`(_ shell: String) async throws {
        let texts = ShellScriptTests.nasty.filter { !$0.isEmpty }
        let words = texts + texts.map { $0.replacing("$", with: "$$") + "${SOURCE}" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let list = ["printf", "%s\\0"] + texts.map { $0.replacing("$", with: "$$") } + words.suffix(texts.count)
        let json = String(decoding: try encoder.encode(list), as: UTF8.self).replacing("\u{7f}", with: "\\u007f")
        let script = try await Self.script(["build: [\(json)]", Self.installs])
        try Temporary.folder(named: "it's \"a\" $HOME `x`") { folder in
            let root = try Temporary.realPath(folder)
            let expected = texts + texts.map { "\($0)\(root)/source" }
            let found = try Shell.run(script, shell: shell, in: folder)
            #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        }
    }

    @Test(arguments: [
        (["in-source: false"], ""), (["in-source: true"], "code.c\u{0}"),
    ])
    func `every step starts in the build folder`(_ more: [String], _ held: String) async throws {
        let list = "[sh, -c, 'cd \"$BUILD\" && [ \"$(pwd -P)\" = \"$BUILD\" ] && ls | tr \"\\n\" \"\\0\" && cd ..']"
        let script = try await Self.script(["configure: [\(list)]", "build: [\(list)]", Self.installs], more: more)
        try Temporary.folder { folder in
            try Self.write("int a;", to: folder, "source/code.c")
            let words = try Shell.run(script, in: folder)
            #expect(words.map { $0 + "\u{0}" }.joined() == held + held)
        }
    }

    @Test func `files beside the recipe are inputs`() async throws {
        let steps = ["install: [{ script: scripts/install.sh }]"]
        let result = try await Self.plan(steps, more: ["files: [data.txt]"])
        let step = try result.step("build", "linux-gnu-x86_64")
        for name in ["scripts/install.sh", "data.txt"] {
            let path = "/recipes/secp256k1/\(name)"
            #expect(
                step.inputs[try #require(RelativePath("files/\(name)"))]
                    == .localFile(path: path, Machines.digest(path), isExecutable: true))
        }
        // Slices may share one source, which no step changes.
        #expect(step.readOnly == ["source"])
    }

    // MARK: Errors

    @Test(arguments: [
        ("configure: [[false]]", "error: the configure step failed\n"),
        ("build: [[sh, -c, exit 3]]", "error: the build step failed\n"),
        ("install: [[\"false\"]]", "error: the install step failed\n"),
        ("install: [[\"true\"]]", "error: the install step installed nothing below `${DESTDIR}${PREFIX}`\n"),
        (
            "install: [[mkdir, -p, \"${DESTDIR}${PREFIX}/lib\"]]",
            "error: the install step installed nothing below `${DESTDIR}${PREFIX}`\n"
        ),
        (
            "install: [[mkdir, -p, \"${DESTDIR}/etc\"], [cp, \"${SOURCE}/code.c\", \"${DESTDIR}/etc/a.conf\"]]",
            "error: the install step installed `/etc/a.conf`, which is not below the prefix `/usr/local`\n"
        ),
        (
            "install: [[sh, -c, 'mkdir -p \"$DESTDIR$PREFIX/lib\" && echo \"$SOURCE\" >\"$DESTDIR$PREFIX/lib/a.pc\"']]",
            "error: the install step left a path of the build in `lib/a.pc`\n"
        ),
    ])
    func `an error names the failing step`(_ step: String, _ words: String) async throws {
        for shell in ShellScriptTests.shells {
            let steps = step.hasPrefix("install") ? [step] : [step, Self.installs]
            let script = try await Self.script(steps.map { $0.replacing("[[false]]", with: "[[\"false\"]]") })
            try Temporary.folder { folder in
                try Self.write("int a;", to: folder, "source/code.c")
                let failure = try #require(throws: Shell.Failure.self) {
                    try Shell.output(of: [shell, "-c", script], in: folder)
                }
                #expect(failure.status == (step.contains("exit 3") ? 3 : 1))
                #expect(failure.errors == words, "\(shell)")
            }
        }
    }

    @Test(arguments: ["cd", "eval", "exit", "if", "begin"])
    func `a command that begins with a shell keyword is refused`(_ word: String) async throws {
        let error = await #expect(throws: PlanningError.self) {
            try await Self.plan(["build: [[\"\(word)\", x]]", Self.installs], more: ["tools: [\(word)]"])
        }
        #expect(
            error?.description == "the `build` step of the recipe `example` runs `\(word)`, which is not a program")
    }

    // MARK: Jobs

    @Test(arguments: ["'true'", "'exit 1'"])
    func `a step that uses JOBS gets all free jobs and gives them back`(_ end: String) async throws {
        let script = try await Self.script(
            ["build: [[sh, -c, 'echo $0 $JOBS >said', \"${JOBS}\"], [sh, -c, \(end)]]", Self.installs])
        try Temporary.folder { folder in
            let said = try Shell.output(
                of: [
                    "/bin/sh", "-c",
                    "mkfifo jobs; exec 9<>jobs; printf +++ >&9; XBUILD_JOBSERVER=$PWD/jobs sh -c \"$0\" 2>/dev/null || :; "
                        + "printf . >&9; head -c 4 <&9",
                    script,
                ], in: folder)
            // No token is lost, even if the step fails.
            #expect(String(decoding: said, as: UTF8.self) == "+++.")
            #expect(try String(contentsOf: folder.appending(path: "build/said"), encoding: .utf8) == "4 4\n")
        }
    }

    private static func write(_ text: String, to folder: URL, _ path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
