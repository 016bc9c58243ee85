import Actions
import Basics
import Packaging

/// The step that applies a recipe's patches to a source: its name, parameters and outputs. Whoever runs plans brings
/// the function.
///
/// Reads the tree at `source` and the patches.
public enum PatchSource {
    public static let name = "patch"
    public static let revision = 1
    public static let source: RelativePath = "source"
    /// The patched files: named as `FetchSource.tree`, in whose place it comes.
    public static let tree = FetchSource.tree

    public struct Parameters: Codable, Hashable, Sendable {
        /// Applied in order.
        public var patches: [Patch]

        public struct Patch: Codable, Hashable, Sendable {
            /// Where it stands in the input root.
            public var input: RelativePath
            /// Where it stands beside the recipe.
            public var file: RelativePath
            /// How many leading folders are dropped from the paths that it names.
            public var strip: Int
        }
    }

    static func work(_ parameters: Parameters) -> Work {
        .builtin(name: name, revision: revision, parameters: Late { CanonicalJSON.line(of: parameters) })
    }
}
