import Basics
import Toolchains

extension ResolvedToolchain {
    var processEnvironment: [String: String] { ActionEnvironment.variables(searchPath: searchPath) }

    /// The shell that runs scripts.
    var shell: String { tools[.shell]?.path ?? "/bin/sh" }

    /// The compiler with what it must know of the target, wherever it is called.
    func compiler() -> [Argument] {
        [Argument(stringLiteral: tools[.cc]?.path ?? "cc")] + driver
    }
}
