import Basics
import Toolchains

extension ResolvedToolchain {
    var processEnvironment: [String: String] { ActionEnvironment.variables(searchPath: searchPath) }

    /// The shell that runs scripts.
    var shell: String { tools[.shell]?.path ?? "/bin/sh" }

    /// Returns the compiler with its arguments for the target, which every call needs.
    func compiler() -> [Argument] {
        [Argument(stringLiteral: tools[.cc]?.path ?? "cc")] + driver
    }
}
