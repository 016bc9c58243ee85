import Basics
import Recipes
import Toolchains

/// A Meson build with Ninja: setup, build, install, out of tree.
struct MesonBuild: SliceBuild {
    let tools: SliceTools
    private let source: RelativePath
    private let targets: [ShellWord]
    private let install: [ShellWord]

    init(_ meson: Meson<BuildVariable>, _ tools: SliceTools) throws(PlanningError) {
        self.tools = tools
        source = meson.source.map(SliceScript.source.appending) ?? SliceScript.source
        targets = try tools.values.words(meson.targets)
        install = try tools.values.words(meson.install)
    }

    /// As for CMake: archives, and `-O` from the toolchain. What is not there is not fetched.
    var configureArguments: [Argument] {
        [
            "--prefix=\(SliceScript.installPrefix)", "--libdir=lib", "--buildtype=plain", "--default-library=static",
            "--wrap-mode=nodownload", "-Db_ndebug=true", "-Db_staticpic=true",
        ] + tools.configure
    }

    var sourceIsOnlyRead: Bool { true }

    var files: [RelativePath: String] { [MesonMachine.template: MesonMachine(tools: tools).text] }

    var script: ShellScript {
        var script = SliceScript(tools, steps: "meson setup, ninja, meson install")
        let (meson, ninja) = (tools.tool(.meson, "meson"), tools.tool(.ninja, "ninja"))
        script.export("NINJA", ninja)
        script.beginSteps()
        script.line("mkdir -p build")
        script.placeRoot(in: MesonMachine.template, as: MesonMachine.path)
        script.beginQuestions("Configure.")
        script.run(["begin", "configure"])
        script.run(
            [
                meson, "setup",
                Argument(MesonMachine.isCross(tools) ? "--cross-file=" : "--native-file=", MesonMachine.path),
            ]
                + configureArguments + [".", Argument("", source)])
        script.beginLibraries("Build.")
        script.runNinja(ninja, targets)
        script.comment("Install.")
        script.run(["begin", "install"])
        script.run(
            [meson, "install", "--no-rebuild", Argument("--destdir=", SliceScript.stage)].map(ShellWord.init) + install)
        script.checkStage()
        script.collect()
        return script.script
    }
}
