import Recipes
import Toolchains

extension ResolvedRecipe {
    /// The tools that a toolchain for this recipe must have besides those that every build needs: `neededTools`, and
    /// those of a bootstrap, whose keys are not in those of builds.
    public var requestedTools: [String] {
        guard case .autotools(let autotools) = build, autotools.bootstrap else { return neededTools }
        return neededTools + [ToolRole.autoreconf, .m4, .perl].map(\.rawValue)
    }

    /// The tools that only some builds need: the tools of this recipe's build system, and the tools in its `tools:`.
    public var neededTools: [String] {
        let own: [ToolRole] =
            switch build {
            case .autotools, .script: []
            case .cmake: [.cmake, .ninja]
            case .meson: [.meson, .ninja]
            }
        return own.map(\.rawValue) + tools.map(\.string).filter { $0 != Self.buildCompiler }
    }

    /// Whether the build compiles programs that run on the build machine.
    public var needsBuildCompiler: Bool { tools.contains { $0.string == Self.buildCompiler } }

    /// The name in a recipe's `tools:`.
    private static let buildCompiler = "build-cc"
}
