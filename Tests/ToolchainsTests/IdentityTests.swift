import Basics
import Machine
import Synchronization
import Targets
import TestSupport
import Testing

@testable import Toolchains

/// Tools whose own file does not determine their results are refused; all files that do are in the properties.
@Suite struct IdentityTests {
    private static let clang = "/opt/toolchain/usr/bin/clang-21"

    private static func properties(
        on effects: ToolchainEffects, tools: [String] = []
    ) async throws -> [String: String] {
        try await ResolutionTests.resolve("linux-gnu-x86_64", on: effects) { $0.tools = tools }.properties
    }

    private static func error(on effects: ToolchainEffects, tools: [String] = []) async throws -> ToolchainError {
        try await #require(throws: ToolchainError.self) { try await properties(on: effects, tools: tools) }
    }

    /// Debian with another program first on `PATH`.
    static func debian(first path: String) -> ToolchainEffects {
        var effects = Machines.debian(with: [path])
        effects.searchPath.insert(Resolution.folder(of: path) ?? "", at: 0)
        return effects
    }

    // MARK: Wrappers

    @Test(arguments: [ProgramForm.script, .elf])
    func `a wrapper of the compiler is refused with the path to give`(_ form: ProgramForm) async throws {
        var effects = Self.debian(first: "/wrappers/clang")
        effects.form = { $0 == "/wrappers/clang" ? form : .elf }
        effects.run = { arguments, _ in
            ToolchainEffects.honestCompiler(arguments) { _ in Self.clang }
        }
        let error = try await Self.error(on: effects)
        let path = "/opt/toolchain/usr/bin/clang"
        #expect(error.description == "`/wrappers/clang` is a wrapper of `\(path)`")
        #expect(
            error.hint == "give that path, `tools: { cc: \(path) }` in the toolchain `linux-gnu`, "
                + "or put `/opt/toolchain/usr/bin` before `/wrappers` on PATH")
    }

    @Test func `a script that tells nothing is refused as a compiler`() async throws {
        var effects = Self.debian(first: "/wrappers/clang")
        effects.form = { $0 == "/wrappers/clang" ? .script : .elf }
        effects.run = { _, _ in nil }
        #expect(
            try await Self.error(on: effects)
                == .wrapper(.cc, path: "/wrappers/clang", of: nil, toolchain: "linux-gnu"))
    }

    @Test func `a compiler that is neither clang nor gcc is refused`() async throws {
        var effects = Machines.debian()
        effects.run = { _, _ in ProcessResult(status: 0) }
        #expect(try await Self.error(on: effects) == .unidentified(.cc, path: "/opt/toolchain/usr/bin/clang"))
    }

    @Test(arguments: ["make", "llvm-ar", "llvm-nm"])
    func `a script in place of a compiled tool is refused`(_ name: String) async throws {
        var effects = Machines.debian()
        effects.form = { $0.hasSuffix("/\(name)") ? .script : .elf }
        guard case .wrapper(_, let path, nil, _) = try await Self.error(on: effects) else {
            Issue.record("not a wrapper")
            return
        }
        #expect(path.hasSuffix("/\(name)"))
    }

    @Test func `a script in place of a build system counts only if the build needs it`() async throws {
        var effects = Self.debian(first: "/wrappers/ninja")
        effects.form = { $0 == "/wrappers/ninja" ? .script : .elf }
        _ = try await Self.properties(on: effects)
        #expect(
            try await Self.error(on: effects, tools: ["ninja"])
                == .wrapper(.ninja, path: "/wrappers/ninja", of: nil, toolchain: "linux-gnu"))
    }

    @Test func `autotools may be scripts`() async throws {
        var effects = Machines.debian()
        let names = ["autoreconf", "automake", "aclocal", "libtoolize"]
        effects.form = { path in names.contains { path.hasSuffix("/\($0)") } ? .script : .elf }
        #expect(try await Self.properties(on: effects, tools: names)["tool.automake"] != nil)
    }

    // MARK: gcc

    @Test(arguments: [true, false])
    func `gcc is known by the path with which it was called`(_ isHonest: Bool) async throws {
        var effects = Machines.debian(with: ["/usr/lib/gcc/x86_64-linux-gnu/12/cc1"])
        effects.run = { arguments, _ in
            switch arguments.last {
            case "-print-prog-name=cc1":
                ProcessResult(status: 0, output: "/usr/lib/gcc/x86_64-linux-gnu/12/cc1\n")
            case "/dev/null":
                ProcessResult(status: 0, errors: "COLLECT_GCC=\(isHonest ? arguments[0] : "/usr/bin/make")\n")
            default: ToolchainEffects.honestCompiler(arguments) { $0 }
            }
        }
        guard isHonest else {
            #expect(try await Self.error(on: effects).description.hasSuffix("is a wrapper of `/usr/bin/make`"))
            return
        }
        #expect(try await Self.properties(on: effects)["part.cc1"] == Machines.addedDigest.description)
    }

    // MARK: Parts

    private static let parts = [
        "/opt/toolchain/usr/lib/libLLVM.so.21", "/opt/toolchain/usr/bin/clang.cfg",
        "/opt/toolchain/usr/lib/clang/21/include/stddef.h",
    ]

    /// Debian with a compiler that has a library, headers and a configuration file, all with this digest.
    private static func compiler(with digest: Digest) -> ToolchainEffects {
        let system = ["/usr/lib/libc.so.6": Machines.addedDigest]
        var effects = Machines.debian(
            files: Machines.linuxFiles.merging(system) { $1 }.merging(parts.map { ($0, digest) }) { $1 })
        let honest = effects.run
        effects.form = { $0.contains("/bin/") && !$0.hasSuffix(".cfg") ? .elf : .other }
        effects.run = { arguments, environment in
            if arguments.first == "ldd", arguments.last == clang {
                return ProcessResult(
                    status: 0,
                    output: "\tlinux-vdso.so.1 (0x7)\n\tlibLLVM.so.21 => \(parts[0]) (0x7)\n"
                        + "\tlibc.so.6 => /usr/lib/libc.so.6 (0x7)\n")
            }
            guard arguments.contains("-###") else { return await honest(arguments, environment) }
            return ProcessResult(
                status: 0,
                errors: " \"\(clang)\" \"-cc1\" \"-resource-dir\" \"/opt/toolchain/usr/lib/clang/21\" \"-x\"\n")
        }
        return effects
    }

    @Test func `the compiler's libraries, headers and configuration files are properties`() async throws {
        let before = try await Self.properties(on: Self.compiler(with: Machines.digest(1)))
        let after = try await Self.properties(on: Self.compiler(with: Machines.digest(2)))
        let names = ["part.libLLVM.so.21", "part.clang.cfg", "part.include"]
        for name in names { #expect(before[name] != nil && before[name] != after[name], "\(name)") }
        #expect(before.keys.filter { $0.hasPrefix("part.") }.sorted() == names.sorted())
        #expect(before["canary"] == after["canary"])
    }

    @Test func `libraries of the same name are separate properties`() async throws {
        let other = "/opt/toolchain/usr/lib/other/libLLVM.so.21"
        var effects = Self.compiler(with: Machines.digest(1))
        let (run, digest, exists) = (effects.run, effects.digest, effects.realPath)
        effects.digest = { $0 == other ? Machines.digest(2) : await digest($0) }
        effects.realPath = { $0 == other ? other : exists($0) }
        effects.run = { arguments, environment in
            guard arguments == ["ldd", "/opt/toolchain/usr/bin/lld"] else { return await run(arguments, environment) }
            return ProcessResult(status: 0, output: "\tlibLLVM.so.21 => \(other) (0x7)\n")
        }
        let found = try await Self.properties(on: effects)
        let values = [found["part.libLLVM.so.21"], found["part.libLLVM.so.21.2"]].compactMap(\.self)
        #expect(Set(values) == Set([1, 2].map { Machines.digest($0).description }))
    }

    @Test func `another result of the canary is another property`() async throws {
        var effects = Machines.debian()
        let before = try await Self.properties(on: effects)
        let honest = effects.run
        effects.run = { arguments, environment in
            arguments[0] == "/bin/sh" ? ProcessResult(status: 0, output: "other") : await honest(arguments, environment)
        }
        let after = try await Self.properties(on: effects)
        #expect(before["canary"] != nil && before["canary"] != after["canary"])
    }

    static let closures: [(row: String, output: ProcessResult, fault: String?)] = [
        ("the same result", ProcessResult(status: 0, output: "assembly\n"), nil),
        (
            "another result", ProcessResult(status: 0, output: "other\n"), "compiles differently without other files"
        ),
        ("no result", ProcessResult(status: 1, errors: "no libz.so\n"), "needs other files than its own"),
        ("no sandbox", ProcessResult(status: 1, errors: "bwrap: no permission\n"), nil),
    ]

    @Test(arguments: closures)
    func `a compiler that reads unknown files is refused`(
        _: String, _ closed: ProcessResult, _ fault: String?
    ) async throws {
        var effects = Machines.debian(with: ["/usr/bin/bwrap"])
        let honest = effects.run
        effects.run = { arguments, environment in
            arguments.contains("/usr/bin/bwrap") ? closed : await honest(arguments, environment)
        }
        guard let fault else {
            #expect(try await Self.properties(on: effects)["canary"] != nil)
            return
        }
        let said = closed.errors.isEmpty ? nil : "no libz.so"
        #expect(
            try await Self.error(on: effects)
                == .notClosed(path: "/opt/toolchain/usr/bin/clang", fault: fault, said: said))
    }

    // MARK: Memory

    @Test func `a remembered compiler is examined without starting a process`() async throws {
        let memory = Kept()
        var effects = Self.compiler(with: Machines.digest(1))
        effects.memory = memory.memory
        let before = try await Self.properties(on: effects)
        effects.run = { arguments, _ in
            Issue.record("started \(arguments)")
            return nil
        }
        #expect(try await Self.properties(on: effects) == before)

        var changed = Self.compiler(with: Machines.digest(2))
        changed.memory = memory.memory
        let honest = changed.run
        let runs = Kept()
        changed.run = { arguments, environment in
            runs.memory.remember(arguments.joined(separator: " "), Machines.digest(1), [])
            return await honest(arguments, environment)
        }
        _ = try await Self.properties(on: changed)
        #expect(runs.subjects.count == 1 && runs.subjects.allSatisfy { $0.contains("/bin/sh") }, "\(runs.subjects)")
    }

    // MARK: Bootstrap and PATH

    @Test func `the folders that autoreconf reads are properties of the bootstrap alone`() async throws {
        let files = [
            "/usr/share/aclocal/pkg.m4", "/usr/share/aclocal-1.16/init.m4", "/usr/share/autoconf/m4sugar/m4sh.m4",
            "/usr/share/automake-1.16/compile", "/usr/share/libtool/build-aux/ltmain.sh", "/usr/share/doc/x",
        ]
        let request = { (effects: ToolchainEffects, tools: [String]) in
            try await ResolutionTests.resolve("linux-gnu-x86_64", on: effects) { $0.tools = tools }
        }
        let found = try await request(Machines.debian(with: files), ["autoreconf"])
        let shared = { (properties: [String: String]) in properties.keys.filter { $0.hasPrefix("share.") }.sorted() }
        #expect(
            shared(found.properties(ofHostTools: ResolvedToolchain.bootstrapTools)) == [
                "share.aclocal", "share.aclocal-1.16", "share.autoconf", "share.automake-1.16", "share.libtool",
            ])
        #expect(shared(found.buildProperties()).isEmpty)
        #expect(shared(found.properties(ofHostTools: [.emulator])).isEmpty)
        #expect(shared(try await request(Machines.debian(with: files), []).properties).isEmpty)
        let other = try await request(
            Machines.debian(
                files: Machines.linuxFiles.merging([files[0]: Machines.digest(7)]) { $1 },
                with: Array(files.dropFirst())), ["autoreconf"])
        #expect(other.properties["share.aclocal"] != found.properties["share.aclocal"])
        // A recipe whose script runs a tool of the autotools names it.
        #expect(shared(found.buildProperties(using: [.automake])).count == 5)
    }

    @Test func `the folders of CMake and Meson are properties of the builds that need them`() async throws {
        let files = [
            "/usr/bin/cmake", "/usr/bin/meson", "/usr/share/cmake-3.25/Modules/a.cmake", "/usr/share/cmake/b.cmake",
            "/usr/lib/python3/dist-packages/mesonbuild/a.py",
        ]
        let found = try await ResolutionTests.resolve("linux-gnu-x86_64", on: Machines.debian(with: files)) {
            $0.tools = ["cmake", "meson"]
        }
        let shared = { (roles: [ToolRole]) in
            found.buildProperties(using: roles).keys.filter { $0.hasPrefix("share.") }.sorted()
        }
        #expect(shared([.cmake]) == ["share.cmake-3.25"])
        #expect(shared([.meson]) == ["share.mesonbuild"])
        #expect(shared([]).isEmpty)
    }

    @Test func `the order of folders that are the same folder does not matter`() async throws {
        var effects = Machines.debian()
        let (realPath, isExecutable) = (effects.realPath, effects.isExecutable)
        let real = { @Sendable (path: String) in path.hasPrefix("/bin") ? "/usr" + path : path }
        effects.realPath = { realPath(real($0)) }
        effects.isExecutable = { isExecutable(real($0)) }
        effects.searchPath = ["/opt/toolchain/usr/bin", "/bin", "/usr/bin"]
        let one = try await ResolutionTests.resolve("linux-gnu-x86_64", on: effects)
        effects.searchPath = ["/opt/toolchain/usr/bin", "/usr/bin", "/bin"]
        let other = try await ResolutionTests.resolve("linux-gnu-x86_64", on: effects)
        #expect(one == other && one.tools[.make]?.path == "/usr/bin/make")
    }
}

/// A memory for one test.
private final class Kept: Sendable {
    private let facts = Mutex<[String: (stamp: Digest, words: [String])]>([:])

    var subjects: [String] { facts.withLock { $0.keys.sorted() } }

    var memory: ToolMemory {
        ToolMemory(
            recall: { subject, stamp in
                self.facts.withLock { $0[subject] }.flatMap { $0.stamp == stamp ? $0.words : nil }
            },
            remember: { subject, stamp, words in self.facts.withLock { $0[subject] = (stamp, words) } })
    }
}
