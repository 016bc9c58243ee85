import Basics
import Recipes
import Toolchains

/// An Autotools build: configure, make, install, out of tree, in one script.
struct AutotoolsBuild: SliceBuild {
    let tools: SliceTools
    private let isInSource: Bool
    private let makeArguments: [Argument]
    private let installArguments: [Argument]

    init(_ autotools: Autotools<BuildVariable>, _ tools: SliceTools) {
        self.tools = tools
        isInSource = autotools.isInSource
        makeArguments = tools.values.arguments(autotools.make)
        installArguments = tools.values.arguments(autotools.install)
    }

    /// `--host=` and `--build=` are always given: configure must not guess whether the results can run here.
    var configureArguments: [Argument] {
        let toolchain = tools.slice.toolchain
        return ["--host=\(toolchain.hostTriple)", "--build=\(toolchain.buildTriple)"]
            + tools.configure
    }

    var script: ShellScript {
        var script = SliceScript(tools, steps: "configure, make, install")
        writeConfigure(to: &script)
        let make = tools.tool(.make, "make")
        script.beginLibraries("Make.")
        script.run([make] + makeArguments)
        script.comment("Install.")
        script.run([make] + installArguments + [Argument("DESTDIR=", SliceScript.stage)])
        script.collect()
        return script.script
    }

    func testScript() -> ShellScript? {
        guard let tests = tools.slice.settings.tests else { return nil }
        let arguments = tools.values.arguments(tests.arguments)
        var script = SliceScript(tools, steps: "configure, make, the library's own tests")
        writeConfigure(tools.values.arguments(tests.configure), to: &script)
        let make = tools.tool(.make, "make")
        script.beginLibraries("Make.")
        script.run([make] + makeArguments)
        script.comment("Test.")
        script.run([make] + arguments + harness)
        return script.script
    }

    /// Arguments for automake's tests: the output of failing tests goes to the log, and an emulator precedes each
    /// program.
    private var harness: [Argument] {
        let run = tools.slice.toolchain.run ?? []
        return ["VERBOSE=1"] + (run.isEmpty ? [] : [Argument([.text("LOG_COMPILER=")] + Argument.joined(run).pieces)])
    }

    /// Writes the configure command. `CC`, `CFLAGS`, … are arguments, so that configure records them.
    private func writeConfigure(_ more: [Argument] = [], to script: inout SliceScript) {
        script.beginQuestions("Configure.")
        script.makeBuildFolder(isInSource: isInSource)
        script.line("cd build")
        let prefix = Argument(stringLiteral: "--prefix=" + SliceScript.installPrefix)
        let assignments = tools.variables.map { Argument([.text($0.name + "=")] + $0.value.pieces) }
        let program: Argument = isInSource ? "./configure" : "../source/configure"
        script.run([program, prefix] + configureArguments + more + assignments)
    }
}
