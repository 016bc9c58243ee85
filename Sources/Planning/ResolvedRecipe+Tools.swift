import Recipes
import Toolchains

extension ResolvedRecipe {
    /// The tools that this build needs and others may not: those of its build system, and those of `tools:`.
    public var neededTools: [String] {
        let own: [ToolRole] =
            switch build {
            case .autotools, .script: []
            case .cmake: [.cmake, .ninja]
            case .meson: [.meson, .ninja]
            }
        return own.map(\.rawValue) + tools.map(\.string)
    }
}
