import Actions
import Basics
import Steps
import Targets
import Toolchains

/// Plans sysroots. The steps make each sysroot for all packages; other sysroots are folders of the machine.
extension Planner {
    /// Returns the input that contains a slice's sysroot; nil when no step makes it.
    mutating func makeSysroot(_ toolchain: ResolvedToolchain) -> Input? {
        switch toolchain.sysroot {
        case .absent, .system, .folder: nil
        case .stub(let sysroot, let wheel): makeStub(sysroot, wheel)
        case .glibc(let sysroot, let wheel, let runtime): makeGlibc(sysroot, wheel, runtime, toolchain)
        }
    }

    private mutating func makeStub(_ sysroot: StubSysroot, _ wheel: PinnedFile) -> Input {
        let members = addPinned(wheel, only: [sysroot.headers, sysroot.library].sorted(), for: .apple)
        let step = add(
            Step(
                .makeSysroot(sysroot.family.platform, version: sysroot.version), work: MakeSysroot.work(sysroot),
                inputs: [MakeSysroot.wheel: .output(members, FetchSource.tree)], outputs: MakeSysroot.outputs))
        return .output(step, MakeSysroot.sysroot)
    }

    /// Plans two steps: xbuild writes the headers and the sources of the libraries, and the toolchain's tools compile
    /// these.
    private mutating func makeGlibc(
        _ sysroot: GlibcSysroot, _ wheel: PinnedFile, _ runtime: CompilerRuntime, _ toolchain: ResolvedToolchain
    ) -> Input {
        let members = addPinned(wheel, only: sysroot.members, for: .glibc)
        let texts = add(
            Step(
                .makeGlibc(version: sysroot.version), targets: [toolchain.target],
                work: MakeGlibcSysroot.work(sysroot),
                inputs: [MakeGlibcSysroot.wheel: .output(members, FetchSource.tree)],
                outputs: MakeGlibcSysroot.outputs))
        let script = Deferred { toolchain.script(making: sysroot).text }
        let library = input(runtime)
        let step = add(
            Step(
                .compileGlibc(version: sysroot.version), targets: [toolchain.target],
                work: .command(
                    arguments: [toolchain.shell, Self.scriptPath.string], environment: ActionEnvironment.variables),
                inputs: [
                    GlibcSysroot.compilerLibrary: library,
                    "glibc": .output(members, FetchSource.tree.appending(sysroot.folder).appending("glibc")),
                    "stubs": .output(texts, MakeGlibcSysroot.stubs),
                    "sysroot": .output(texts, MakeGlibcSysroot.sysroot),
                    Self.scriptPath: .contents(script, isExecutable: true),
                ].compactMapValues(\.self),
                outputs: ["sysroot"], platform: toolchain.compilerProperties()))
        return .output(step, "sysroot")
    }

    private mutating func input(_ runtime: CompilerRuntime) -> Input? {
        switch runtime {
        case .file(let path):
            request.digests[path].map { Input.localFile(path: path, $0, isExecutable: false) }
        case .member(let path, of: let package):
            .output(addPinned(package, only: [path], for: .glibc), FetchSource.tree.appending(path))
        }
    }
}

extension ResolvedToolchain {
    /// Returns the script that makes the libraries of a glibc sysroot.
    fileprivate func script(making sysroot: GlibcSysroot) -> ShellScript {
        let tools = GlibcTools(
            clang: tools[.cc]?.path ?? "clang", linker: tools[.ld]?.path ?? "ld.lld",
            archiver: tools[.ar]?.path ?? "ar")
        var script = ShellScript(summary: ["Makes the libraries of glibc \(sysroot.version)."])
        script.run(["mkdir", "-p", "objects", Argument(stringLiteral: sysroot.compilerFolder)])
        for command in sysroot.commands(tools) { script.run(command.map { ShellWord([.text($0)]) }) }
        return script
    }
}
