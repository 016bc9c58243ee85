import Actions
import Basics
import Toolchains

extension ResolvedToolchain {
    var processEnvironment: [String: String] { ActionEnvironment.variables(searchPath: searchPath) }

    /// The programs that a step with a script may run, for the engine.
    var stepTools: StepTools {
        let found = Array(tools.values) + programs.values
        let named = found.compactMap { tool in tool.path.split(separator: "/").last.map { (String($0), tool.path) } }
        let programs = Dictionary(named) { min($0, $1) }
        return StepTools(
            programs: programs, others: Set(named.map(\.1)).subtracting(programs.values), folder: Self.toolsPath)
    }

    /// The shell that runs scripts.
    var shell: String { tools[.shell]?.path ?? "/bin/sh" }

    /// Returns the compiler's path and the arguments for the target that every call needs.
    func compiler() -> [Argument] {
        [Argument(stringLiteral: tools[.cc]?.path ?? "cc")] + driver
    }
}
