import Actions
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// The machine's compilers and linkers that a step must not run.
struct UndeclaredToolsTests {
    @Test(arguments: [
        "cc", "c89", "c99", "gcc", "gcc-12", "gcc-ar", "g++", "c++", "c++filt", "cpp", "cpp-12", "ld", "ld.bfd",
        "ld.lld",
        "gold", "as", "ar", "ranlib", "nm", "objcopy", "strip", "x86_64-linux-gnu-gcc", "aarch64-linux-gnu-ld.gold",
        "arm-linux-gnueabihf-as", "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-windres", "musl-gcc", "clang",
        "clang++-14", "x86_64-redhat-linux-gcc-13", "mold", "ld.mold", "zig",
    ])
    func `compilers, linkers and archivers are recognized by their names`(_ name: String) {
        #expect(UndeclaredTools.isTool(name))
    }

    @Test(arguments: [
        "ld.so", "ldd", "clang-format", "make", "ccache", "asn1", "arch", "x86_64-linux-gnu", "stripe", "pkg-config",
        "config", "my-configure", "config.guess",
    ])
    func `other programs are not refused`(_ name: String) {
        #expect(!UndeclaredTools.isTool(name) && !UndeclaredTools.printsFlags(name))
    }

    @Test(arguments: [
        "xml2-config", "libgcrypt-config", "python3.11-config", "llvm-config-22", "pg_config", "pg_config.libpq-dev",
        "krb5-config.mit", "php-config8.2",
    ])
    func `programs that print flags are recognized by their names`(_ name: String) {
        #expect(UndeclaredTools.printsFlags(name) && !UndeclaredTools.isTool(name))
    }

    @Test func `the step's own tools are found by their real paths`() throws {
        let folder = try TemporaryFolder()
        for name in ["bin/gcc-12", "bin/ar", "other/lld", "other/as"] { try folder.write("", to: name) }
        try folder.write("", to: "other/linker")
        let links = [
            ("bin/gcc", "gcc-12"), ("bin/cc", "gcc"), ("bin/ld.lld", "../other/lld"), ("bin/ld", "../other/linker"),
            ("bin/a-config", "../other/linker"),
        ]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        let tools = StepTools(paths: [folder.path("other/lld")], folder: "tools")
        let path = [folder.path("bin"), folder.path("absent"), folder.path("other"), folder.path("bin")]
        let found = UndeclaredTools(path: path.joined(separator: ":"), besides: tools).programs
        #expect(
            found.map { "\($0.path) \($0.realPath)" }
                == [
                    ("bin/ar", "bin/ar"), ("bin/cc", "bin/gcc-12"), ("bin/gcc", "bin/gcc-12"),
                    ("bin/gcc-12", "bin/gcc-12"), ("bin/ld", "other/linker"), ("other/as", "other/as"),
                ].map { "\(folder.path($0)) \(folder.path($1))" })
        #expect(found.filter(\.isAlias).map(\.path.string) == [folder.path("bin/ld")])
    }

    @Test func `a program in a hidden folder is not replaced, because the sandbox cannot mount a file there`() throws {
        var sandbox = Sandbox(program: "/usr/bin/bwrap", system: [], readOnly: ["/usr/local/llvm"])
        sandbox.hidden = ["/usr/local", "/usr/local/llvm/include"]
        #expect(sandbox.hides("/usr/local/bin/gcc-13") && sandbox.hides("/usr/local/llvm/include/cc"))
        #expect(!sandbox.hides("/usr/local/llvm/bin/ld.lld") && !sandbox.hides("/usr/bin/gcc"))
        let folder = try TemporaryFolder()
        try folder.write("", to: "own/gcc")
        let tools = UndeclaredTools(path: folder.path("own"), besides: StepTools(paths: [], folder: "tools"))
        let work = WorkFolder(folder: "/w")
        #expect(tools.mounts(in: work, of: sandbox).map(\.path) == [FilePath(folder.path("own/gcc")), Sandbox.refused])
        sandbox.hidden = [FilePath(folder.path("own"))]
        #expect(tools.mounts(in: work, of: sandbox).map(\.path) == [Sandbox.refused])
    }

    @Test func `the refusing file records its name, writes a message and fails`() throws {
        let folder = try TemporaryFolder()
        try folder.write(UndeclaredTools.refusal(record: FilePath(folder.path("it's"))), to: "gcc")
        let refused = try folder.run("sh", ["gcc", "-c"])
        #expect(refused.status == 127)
        #expect(refused.err == "gcc: not a declared tool of this build\n")
        #expect(try folder.text("it's") == "gcc\n")
        #expect(UndeclaredTools.names(inRecord: "gcc\nld\ngcc\n") == ["gcc", "ld"])
    }
}

/// Steps with tools of their own, in a real sandbox.
@Suite(.enabled(if: SandboxHere.works, "bubblewrap does not work here"), .timeLimit(.minutes(10)), .tags(.process))
struct RefusedToolsTests {
    private func run(_ script: String, mode: SandboxMode, declares tools: [String]?) async throws -> StepResult {
        let space = try TestSpace()
        var plan = Plan()
        let work = Work.command(arguments: ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
        var step = Step("a", work: work, outputs: ["out"])
        step.tools = tools.map { StepTools(paths: $0, folder: "tools") }
        let a = plan.add(step)
        let options = Engine.Options(jobs: 1, sandbox: mode, timeout: 30)
        return try #require(try await space.engine().run(plan, options: options).results[a])
    }

    @Test(arguments: [SandboxMode.require, .off], ["as", "ld -v", "as; ld -v; as"])
    func `a step fails although it ignores the failure of an undeclared tool`(_ mode: SandboxMode, _ calls: String)
        async throws
    {
        let result = try await run("{ \(calls); } >out 2>&1; exit 0", mode: mode, declares: ["/bin/sh"])
        guard case .failed(let failure) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(
            failure.reason == .undeclaredTools(calls.hasPrefix("as;") ? ["as", "ld"] : [calls.prefix(2).description]))
    }

    @Test(arguments: [SandboxMode.require, .off])
    func `a declared tool runs, and a step without a list runs every tool`(_ mode: SandboxMode) async throws {
        let call = "as --version >out"
        #expect(try await run(call, mode: mode, declares: ["/usr/bin/as"]).action != nil)
        #expect(try await run(call, mode: mode, declares: nil).action != nil)
        #expect(try await run("echo >out", mode: mode, declares: []).action != nil)
    }

    @Test(arguments: [SandboxMode.require, .off])
    func `a program that prints flags of the machine's libraries is absent, and the step succeeds`(_ mode: SandboxMode)
        async throws
    {
        // Every Debian system has `apt-config`.
        let name = "apt-config"
        try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)"))
        let result = try await run("! \(name) dump && : >out", mode: mode, declares: ["/bin/sh"])
        #expect(result.action != nil, "\(result)")
        if mode == .require {
            #expect(try await run("! test -x /usr/bin/\(name) && : >out", mode: mode, declares: []).action != nil)
        }
        #expect(try await run("\(name) dump >out", mode: mode, declares: ["/usr/bin/\(name)"]).action != nil)
    }

    @Test func `in the sandbox, a tool that is called by its path is refused too`() async throws {
        let result = try await run("/usr/bin/as --version >out", mode: .require, declares: [])
        #expect(result.action == nil)
    }
}
