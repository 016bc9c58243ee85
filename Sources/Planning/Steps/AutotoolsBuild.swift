import Basics
import Recipes
import Toolchains

/// An autotools build: configure, make, install, out of tree, in one go.
struct AutotoolsBuild: SliceBuild {
    let autotools: Autotools
    let tools: SliceTools

    /// `--host=` and `--build=` are always given: configure is not to guess whether what it builds can run here.
    var configureArguments: [Argument] {
        let toolchain = tools.slice.toolchain
        return ["--host=\(toolchain.hostTriple)", "--build=\(toolchain.buildTriple)"]
            + tools.slice.settings.configure.words
    }

    var script: ShellScript {
        var script = SliceScript(tools, steps: "configure, make, install")
        writeConfigure(to: &script)
        let make = tools.tool(.make, "make")
        script.beginLibraries("Make.")
        script.run([make] + autotools.make.words)
        script.comment("Install.")
        script.run([make] + autotools.install.words + [Argument("DESTDIR=", SliceScript.stage)])
        script.collect()
        return script.script
    }

    /// `CC`, `CFLAGS`, …: passed to configure as arguments, so that it records them.
    private func writeConfigure(to script: inout SliceScript) {
        script.beginQuestions("Configure.")
        script.line("mkdir -p build\ncd build")
        let prefix = Argument(stringLiteral: "--prefix=" + SliceScript.installPrefix)
        let assignments = tools.variables.map { Argument([.text($0.name + "=")] + $0.value.pieces) }
        script.run(["../source/configure", prefix] + configureArguments + assignments)
    }
}
