import Basics
import Recipes
import Toolchains

/// A build by the recipe's own steps. Each is a list of command lines that run in the build folder, with every
/// `BuildVariable` in their environment.
struct ScriptBuild: SliceBuild {
    let steps: Script<BuildVariable>
    let tools: SliceTools

    var configureArguments: [Argument] { steps.configure.flatMap(tools.values.words).map(\.argument) }

    var script: ShellScript {
        var script = begun("configure, build, install")
        script.comment("Install.")
        write(steps.install, "install", to: &script)
        script.checkStage()
        script.collect()
        return script.script
    }

    func testScript() -> ShellScript? {
        guard !steps.test.isEmpty else { return nil }
        var script = begun("configure, build, the library's own tests")
        script.comment("Test.")
        script.export("XBUILD_RUN", .joined(tools.slice.toolchain.run ?? []))
        write(steps.test, "test", to: &script)
        return script.script
    }

    /// Returns the script's lines up to the end of the build step.
    private func begun(_ summary: String) -> SliceScript {
        var script = SliceScript(tools, steps: summary)
        exportVariables(to: &script)
        script.beginSteps()
        script.makeBuildFolder(isInSource: steps.isInSource)
        script.beginFeatureChecks("Configure.")
        write(steps.configure, "configure", to: &script)
        script.beginLibraries("Build.")
        write(steps.build, "build", to: &script)
        return script
    }

    private func exportVariables(to script: inout SliceScript) {
        let known = Set(tools.environment.map(\.name) + [BuildVariable.jobs.rawValue])
        for variable in BuildVariable.allCases where !known.contains(variable.rawValue) {
            script.export(variable.rawValue, tools.values[variable] ?? "")
        }
    }

    private func write(
        _ commands: [Script<BuildVariable>.Command], _ step: Argument, to script: inout SliceScript
    ) {
        script.run(["begin", step])
        for command in commands.map(tools.values.words) {
            if command.contains(where: \.namesJobs) { script.withJobs(command) } else { script.run(command) }
        }
    }
}

extension ShellWord {
    /// The word as manifests write it.
    fileprivate var argument: Argument {
        Argument(
            pieces.map { piece in
                switch piece {
                case .text(let text): .text(text)
                case .path(let path): .path(path)
                case .jobs: .text("${JOBS}")
                }
            })
    }
}
