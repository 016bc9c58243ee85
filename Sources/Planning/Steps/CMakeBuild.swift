import Basics
import Recipes
import Toolchains

/// A CMake build with Ninja: configure, build, install, out of tree.
///
/// Ninja before 1.13 does not use the job server. The script therefore takes all free jobs, passes their number to
/// Ninja, and returns the jobs afterwards.
struct CMakeBuild: SliceBuild {
    let build: NinjaBuild<BuildVariable>
    let tools: SliceTools

    /// The arguments for a release build: only archives, of position-independent code, installed below `lib`. The `-O`
    /// flag comes from the toolchain.
    var configureArguments: [Argument] {
        [
            "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-DNDEBUG", "-DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG",
            "-DCMAKE_INSTALL_PREFIX=\(SliceScript.installPrefix)", "-DCMAKE_INSTALL_LIBDIR=lib",
            "-DBUILD_SHARED_LIBS=OFF", "-DCMAKE_POSITION_INDEPENDENT_CODE=ON",
        ] + tools.configure
    }

    func text(of template: RelativePath) -> String { CMakeToolchain(tools: tools).text }

    var script: ShellScript {
        var script = begun("cmake, ninja, cmake --install")
        script.runNinja(tools.values.words(build.targets))
        script.comment("Install.")
        script.run(["begin", "install"])
        script.export("DESTDIR", Argument("", SliceScript.stage))
        script.run([cmake, "--install", "."].map(ShellWord.init) + tools.values.words(build.install))
        script.checkStage()
        script.collect()
        return script.script
    }

    func testScript() -> ShellScript? {
        guard let tests = tools.slice.settings.tests else { return nil }
        let run = tools.slice.toolchain.run ?? []
        let emulator = Argument(
            [.text("-DCMAKE_CROSSCOMPILING_EMULATOR=")] + Argument.joined(run, separator: ";").pieces)
        var script = begun(
            "cmake, ninja, ctest", tools.values.arguments(tests.configure) + (run.isEmpty ? [] : [emulator]))
        script.runTests([ctest, "--output-on-failure", "-j"], tests)
        return script.script
    }

    private var cmake: Argument { tools.tool(.cmake, "cmake") }

    /// The path of ctest, which is beside cmake.
    private var ctest: Argument {
        let path = cmake.resolved(root: "")
        return path.hasSuffix("/cmake") ? Argument(stringLiteral: path.dropLast("cmake".count) + "ctest") : "ctest"
    }

    /// Returns the script up to the end of configure; the caller adds the build.
    private func begun(_ steps: String, _ more: [Argument] = []) -> SliceScript {
        var script = SliceScript(tools, steps: steps)
        script.beginSteps()
        script.line("mkdir -p build")
        script.placeRoot(in: CMakeToolchain.template, as: CMakeToolchain.path)
        let ninja = Argument([.text("-DCMAKE_MAKE_PROGRAM=")] + tools.tool(.ninja, "ninja").pieces)
        script.beginFeatureChecks("Configure.")
        script.run(["begin", "configure"])
        script.run(
            [cmake, "-G", "Ninja", "-S", Argument("", build.folder), "-B", ".", ninja]
                + [Argument("-DCMAKE_TOOLCHAIN_FILE=", CMakeToolchain.path)] + configureArguments + more)
        script.beginLibraries("Build.")
        return script
    }
}
