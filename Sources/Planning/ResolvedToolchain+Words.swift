import Actions
import Basics
import Toolchains

extension ResolvedToolchain {
    /// The programs that a step with a script may run, for the engine.
    var stepTools: StepTools {
        let paths = (Array(tools.values) + programs.values).map(\.path)
        return StepTools(paths: paths.uniqued().sorted(), folder: Self.toolsPath)
    }

    /// The shell that runs scripts.
    var shell: String { tools[.shell]?.path ?? "/bin/sh" }

    /// Returns the compiler's path and the arguments for the target that every call needs.
    func compiler() -> [Argument] {
        [Argument(stringLiteral: tools[.cc]?.path ?? "cc")] + driver
    }
}
