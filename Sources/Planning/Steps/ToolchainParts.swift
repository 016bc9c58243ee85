import Actions
import Basics
import Targets
import Toolchains

/// What all steps of a toolchain have in common: made once, and the same storage in each of them.
struct ToolchainParts {
    var environment: [String: String]
    var properties: [String: String]
    var sysroot: Sysroot?

    struct Sysroot {
        var path: RelativePath
        var input: Input
    }

    /// A toolchain that is found by a few of its parts, and compared as a whole.
    struct Key: Hashable {
        let toolchain: ResolvedToolchain

        func hash(into hasher: inout Hasher) {
            hasher.combine(toolchain.name)
            hasher.combine(toolchain.targets)
            hasher.combine(toolchain.minimum)
        }
    }
}

extension Planner {
    mutating func parts(of toolchain: ResolvedToolchain) -> ToolchainParts {
        let key = ToolchainParts.Key(toolchain: toolchain)
        if let known = toolchainParts[key] { return known }
        let parts = ToolchainParts(
            environment: toolchain.processEnvironment, properties: toolchain.buildProperties(),
            sysroot: makeSysroot(toolchain))
        toolchainParts[key] = parts
        return parts
    }
}
