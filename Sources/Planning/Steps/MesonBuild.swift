import Basics
import Recipes
import Toolchains

/// A Meson build with Ninja: setup, build, install, out of tree.
struct MesonBuild: SliceBuild {
    let build: NinjaBuild<BuildVariable>
    let tools: SliceTools

    /// The arguments for a build of archives only. The `-O` flag comes from the toolchain. Meson must not download
    /// missing subprojects.
    var configureArguments: [Argument] {
        [
            "--prefix=\(SliceScript.installPrefix)", "--libdir=lib", "--buildtype=plain", "--default-library=static",
            "--wrap-mode=nodownload", "-Db_ndebug=true", "-Db_staticpic=true",
        ] + tools.configure
    }

    func text(of template: RelativePath) -> String { MesonMachine(tools: tools).text }

    var script: ShellScript {
        var script = begun("meson setup, ninja, meson install")
        script.runNinja(tools.values.words(build.targets))
        script.comment("Install.")
        script.run(["begin", "install"])
        script.run(
            [meson, "install", "--no-rebuild", Argument("--destdir=", SliceScript.stage)].map(ShellWord.init)
                + tools.values.words(build.install))
        script.checkStage()
        script.collect()
        return script.script
    }

    func testScript() -> ShellScript? {
        guard let tests = tools.slice.settings.tests else { return nil }
        var script = begun(
            "meson setup, ninja, meson test", tools.values.arguments(tests.configure),
            running: tools.slice.toolchain.run ?? [])
        script.runTests([meson, "test", "--no-rebuild", "--print-errorlogs", "--num-processes"], tests)
        return script.script
    }

    private var meson: Argument { tools.tool(.meson, "meson") }

    /// Returns the script up to the end of setup; the caller adds the build.
    private func begun(_ steps: String, _ more: [Argument] = [], running run: [Argument] = []) -> SliceScript {
        var script = SliceScript(tools, steps: steps)
        script.export("NINJA", tools.tool(.ninja, "ninja"))
        // On Debian, Meson would ask dpkg-architecture for this name, and dpkg-architecture would ask `gcc`.
        script.export("DEB_HOST_MULTIARCH", Argument(stringLiteral: tools.slice.toolchain.hostTriple))
        script.beginSteps()
        script.line("mkdir -p build")
        script.placeRoot(in: MesonMachine.template, as: MesonMachine.path)
        var files = [Argument(MesonMachine.isCross(tools) ? "--cross-file=" : "--native-file=", MesonMachine.path)]
        if MesonMachine.isCross(tools) {
            script.run(
                ["place_lines", Argument("", MesonMachine.build)] + MesonMachine.build(BuildCompiler(tools.slice)))
            files.append(Argument("--native-file=", MesonMachine.build))
        }
        if !run.isEmpty {
            script.run(["place_lines", Argument("", MesonMachine.wrapper)] + MesonMachine.wrapper(run))
            files.append(Argument("--cross-file=", MesonMachine.wrapper))
        }
        script.beginFeatureChecks("Configure.")
        script.run(["begin", "configure"])
        script.run([meson, "setup"] + files + configureArguments + more + [".", Argument("", build.folder)])
        script.beginLibraries("Build.")
        return script
    }
}
