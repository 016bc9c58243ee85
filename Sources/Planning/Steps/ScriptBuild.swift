import Basics
import Recipes
import Toolchains

/// A build by the recipe's own steps. Each is a list of command lines that run in the build folder, with every
/// `BuildVariable` in their environment.
struct ScriptBuild: SliceBuild {
    let tools: SliceTools
    private let isInSource: Bool
    private let configure: [Command]
    private let build: [Command]
    private let install: [Command]
    private let test: [Command]

    private typealias Command = [ShellWord]

    init(_ script: Script<BuildVariable>, _ tools: SliceTools) {
        self.tools = tools
        isInSource = script.isInSource
        configure = script.configure.map(tools.values.words)
        build = script.build.map(tools.values.words)
        install = script.install.map(tools.values.words)
        test = script.test.map(tools.values.words)
    }

    var configureArguments: [Argument] { configure.joined().map(\.argument) }

    var script: ShellScript {
        var script = begun("configure, build, install")
        script.comment("Install.")
        write(install, "install", to: &script)
        script.checkStage()
        script.collect()
        return script.script
    }

    func testScript() -> ShellScript? {
        guard !test.isEmpty else { return nil }
        var script = begun("configure, build, the library's own tests")
        script.comment("Test.")
        script.export("XBUILD_RUN", .joined(tools.slice.toolchain.run ?? []))
        write(test, "test", to: &script)
        return script.script
    }

    /// Returns the script up to the end of the build step.
    private func begun(_ steps: String) -> SliceScript {
        var script = SliceScript(tools, steps: steps)
        exportVariables(to: &script)
        script.beginSteps()
        script.makeBuildFolder(isInSource: isInSource)
        script.beginQuestions("Configure.")
        write(configure, "configure", to: &script)
        script.beginLibraries("Build.")
        write(build, "build", to: &script)
        return script
    }

    private func exportVariables(to script: inout SliceScript) {
        let known = Set(tools.environment.map(\.name) + [BuildVariable.jobs.rawValue])
        for variable in BuildVariable.allCases where !known.contains(variable.rawValue) {
            script.export(variable.rawValue, tools.values[variable] ?? "")
        }
    }

    private func write(_ commands: [Command], _ step: Argument, to script: inout SliceScript) {
        script.run(["begin", step])
        for command in commands {
            if command.contains(where: \.namesJobs) { script.withJobs(command) } else { script.run(command) }
        }
    }
}

extension ShellWord {
    /// The word in the form of manifests.
    fileprivate var argument: Argument {
        Argument(
            pieces.map { piece in
                switch piece {
                case .text(let text): .text(text)
                case .path(let path): .path(path)
                case .variable(let name): .text("${\(name.rawValue)}")
                }
            })
    }
}
