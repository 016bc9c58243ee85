import Actions
import Basics
import Packaging

/// The step that applies a recipe's patches to a source: its name, parameters and outputs. The code that runs plans
/// supplies the function.
///
/// Reads the tree at `source` and the patches.
public enum PatchSource {
    public static let name = "patch"
    public static let revision = 1
    public static let source: RelativePath = "source"
    /// The patched files; named like `FetchSource.tree`, which they replace.
    public static let tree = FetchSource.tree

    public struct Parameters: Codable, Hashable, Sendable {
        /// The patches, applied in order.
        public var patches: [Patch]

        public struct Patch: Codable, Hashable, Sendable {
            /// The path in the input root.
            public var input: RelativePath
            /// The path beside the recipe.
            public var file: RelativePath
            /// The number of leading folders to drop from the paths in the patch.
            public var strip: Int
        }
    }

    static func work(_ parameters: Parameters) -> Work {
        .builtin(name: name, revision: revision, parameters: Deferred { CanonicalJSON.line(of: parameters) })
    }
}
