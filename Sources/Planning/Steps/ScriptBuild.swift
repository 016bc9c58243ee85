import Basics
import Recipes
import Toolchains

/// A build by the recipe's own steps, each a list of command lines that run in the build folder with every
/// `BuildVariable` in their environment.
struct ScriptBuild: SliceBuild {
    let tools: SliceTools
    private let isInSource: Bool
    private let configure: [Command]
    private let build: [Command]
    private let install: [Command]
    private let test: [Command]

    private typealias Command = [ShellWord]

    init(_ script: Script<BuildVariable>, _ tools: SliceTools) throws(PlanningError) {
        self.tools = tools
        isInSource = script.isInSource
        configure = try Self.commands(script.configure, "configure", tools)
        build = try Self.commands(script.build, "build", tools)
        install = try Self.commands(script.install, "install", tools)
        test = try Self.commands(script.test, "test", tools)
    }

    private static func commands(
        _ commands: [Script<BuildVariable>.Command], _ step: String, _ tools: SliceTools
    ) throws(PlanningError) -> [Command] {
        var result: [Command] = []
        for command in commands {
            let words = try tools.values.words(command)
            if let word = words.first?.shellWord {
                throw .shellWord(tools.package.recipe.name, step: step, word: word)
            }
            result.append(words)
        }
        return result
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

    func testScript() throws(PlanningError) -> ShellScript? {
        guard !test.isEmpty else { return nil }
        var script = begun("configure, build, the library's own tests")
        script.comment("Test.")
        script.export("XBUILD_RUN", .joined(tools.slice.toolchain.run ?? []))
        write(test, "test", to: &script)
        return script.script
    }

    /// The steps up to the one that builds.
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
    /// What stands before a command and would not be taken for a program: the shell's own commands that are none
    /// (POSIX, 2.14 and 1.6), and `NAME=VALUE`. Nil for anything else.
    fileprivate var shellWord: String? {
        guard case .text(let text) = pieces.first, pieces.count == 1 else { return nil }
        return Self.shellWords.contains(text) || (text.contains("=") && !text.contains("/")) ? text : nil
    }

    private static let shellWords: Set<String> = [
        ".", ":", "alias", "begin", "bg", "break", "case", "cd", "command", "continue", "do", "done", "elif", "else",
        "esac", "eval", "exec", "exit", "export", "fail", "fc", "fg", "fi", "for", "getopts", "hash", "if", "in",
        "jobs",
        "local", "read", "readonly", "return", "set", "shift", "source", "then", "times", "trap", "type", "ulimit",
        "umask", "unalias", "unset", "until", "wait", "while",
    ]

    /// As manifests have it.
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
