import Actions
import Basics
import Recipes
import Steps
import Toolchains

/// Plans the bootstrap: `autoreconf`, once for all targets.
extension Planner {
    /// Returns the source tree with `configure`, as an input: the fetched tree, or the output of a step that runs
    /// autoreconf.
    mutating func addBootstrap(_ package: PackageRequest, source: StepID) -> Input {
        let fetched = Input.output(source, FetchSource.tree)
        guard case .autotools(let autotools) = package.recipe.build, autotools.bootstrap,
            let toolchain = package.slices.first?.toolchain
        else { return fetched }
        var inputs = toolchain.commandScripts.mapValues { Input.contents(Deferred($0), isExecutable: true) }
        inputs["source"] = fetched
        inputs[Self.scriptPath] = .contents(Self.bootstrapScript(package, toolchain), isExecutable: true)
        let step = add(
            .bootstrap, of: package,
            .command(arguments: [toolchain.shell, Self.scriptPath.string], environment: ActionEnvironment.variables),
            inputs: inputs, outputs: ["source"],
            platform: toolchain.properties(ofHostTools: ResolvedToolchain.bootstrapTools),
            tools: toolchain.stepTools)
        return .output(step, "source")
    }

    /// The path of a step's script in its input root.
    static let scriptPath: RelativePath = "run.sh"

    private static func bootstrapScript(_ package: PackageRequest, _ toolchain: ResolvedToolchain) -> String {
        var script = ShellScript(summary: ["\(package.identity.words): makes `configure` of `configure.ac`."])
        if !toolchain.commands.isEmpty { script.line("PATH=$PWD/tools:$PATH") }
        script.line("cd source")
        script.run(["autoreconf", "--install", "--force"])
        // Autoreconf's cache contains absolute paths, and builds do not need it.
        script.run(["rm", "-rf", "autom4te.cache"])
        return script.text
    }
}
