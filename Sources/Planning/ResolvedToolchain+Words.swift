import Basics
import Toolchains

extension ResolvedToolchain {
    var processEnvironment: [String: String] { ActionEnvironment.variables(searchPath: searchPath) }

    /// The shell that runs scripts.
    var shell: String { tools[.shell]?.path ?? "/bin/sh" }

    /// Returns the compiler's path and the arguments for the target that every call needs.
    func compiler() -> [Argument] {
        [Argument(stringLiteral: tools[.cc]?.path ?? "cc")] + driver
    }
}
