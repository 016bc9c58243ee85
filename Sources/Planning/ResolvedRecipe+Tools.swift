import Recipes
import Toolchains

extension ResolvedRecipe {
    /// The tools without which it cannot be built, though others can: its build system's, and those of `tools:`.
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
