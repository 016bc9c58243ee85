import Recipes
import Toolchains

extension ResolvedRecipe {
    /// The tools that only some builds need: the tools of this recipe's build system, and the tools in its `tools:`.
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
