import Actions
import Basics
import Recipes
import Toolchains

/// Bootstrap: `autoreconf`, once for all targets.
extension Planner {
    /// A source tree that has its `configure`: the fetched one, or what autoreconf made of it.
    mutating func addBootstrap(_ package: PackageRequest, source: StepID) -> Input {
        let fetched = Input.output(source, FetchSource.tree)
        switch package.recipe.build {
        case .autotools(let autotools):
            guard autotools.bootstrap, let toolchain = package.slices.first?.toolchain else { return fetched }
            let step = add(
                .bootstrap, of: package,
                .command(
                    arguments: [toolchain.shell, Self.scriptPath.string], environment: toolchain.processEnvironment),
                inputs: [
                    "source": fetched, Self.scriptPath: .contents(Self.bootstrapScript(package), isExecutable: true),
                ],
                outputs: ["source"], platform: toolchain.properties(ofHostTools: ResolvedToolchain.bootstrapTools))
            return .output(step, "source")
        case .script, .cmake, .meson: return fetched
        }
    }

    /// Where a step's script stands in its input root.
    static let scriptPath: RelativePath = "run.sh"

    private static func bootstrapScript(_ package: PackageRequest) -> String {
        var script = ShellScript(summary: ["\(package.identity.words): makes `configure` of `configure.ac`."])
        script.line("cd source")
        script.run(["autoreconf", "--install", "--force"])
        // It names paths and holds nothing that a build needs.
        script.run(["rm", "-rf", "autom4te.cache"])
        return script.text
    }
}
