import Basics
import Recipes
import Toolchains

/// An Autotools build: configure, make, install, out of tree, in one script.
struct AutotoolsBuild: SliceBuild {
    let autotools: Autotools<BuildVariable>
    let tools: SliceTools

    /// The arguments always contain `--host=` and `--build=`, so that configure does not guess whether programs for the
    /// target can run here.
    var configureArguments: [Argument] {
        let toolchain = tools.slice.toolchain
        return ["--host=\(toolchain.hostTriple)", "--build=\(toolchain.buildTriple)"] + tools.configure
    }

    var script: ShellScript {
        var script = begun("configure, make, install")
        script.comment("Install.")
        script.run([make] + tools.values.arguments(autotools.install) + [Argument("DESTDIR=", SliceScript.stage)])
        script.collect()
        return script.script
    }

    func testScript() -> ShellScript? {
        guard let tests = tools.slice.settings.tests else { return nil }
        var script = begun("configure, make, the library's own tests", tools.values.arguments(tests.configure))
        script.comment("Test.")
        script.run([make] + tools.values.arguments(tests.arguments) + harness)
        return script.script
    }

    private var make: Argument { tools.tool(.make, "make") }

    /// Arguments for automake's tests: the output of failing tests goes to the log, and an emulator precedes each
    /// program.
    private var harness: [Argument] {
        let run = tools.slice.toolchain.run ?? []
        return ["VERBOSE=1"] + (run.isEmpty ? [] : [Argument([.text("LOG_COMPILER=")] + Argument.joined(run).pieces)])
    }

    /// Returns the script up to the end of the build. `CC`, `CFLAGS`, … are passed as arguments of configure, which
    /// records its arguments.
    private func begun(_ steps: String, _ more: [Argument] = []) -> SliceScript {
        var script = SliceScript(tools, steps: steps)
        script.beginFeatureChecks("Configure.")
        script.makeBuildFolder(isInSource: autotools.isInSource)
        script.line("cd build")
        let prefix = Argument(stringLiteral: "--prefix=" + SliceScript.installPrefix)
        let assignments = tools.variables.map { Argument([.text($0.name + "=")] + $0.value.pieces) }
        let program: Argument = autotools.isInSource ? "./configure" : "../source/configure"
        script.run([program, prefix] + configureArguments + more + assignments)
        script.beginLibraries("Make.")
        script.run([make] + tools.values.arguments(autotools.make))
        return script
    }
}
