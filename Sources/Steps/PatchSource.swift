import Basics

/// Applies a recipe's patches to a source, in order. Reads the tree at `source` and the patches, writes `tree`.
public enum PatchSource: BuiltinStep {
    public static let name = BuiltinName.patchSource
    public static let revision = 1
    public static let source: RelativePath = "source"
    /// The patched files; named like `FetchSource.tree`, which they replace.
    public static let tree = FetchSource.tree
    public static let outputs = [tree]

    public struct Parameters: Codable, Hashable, Sendable {
        /// The patches, applied in order.
        public var patches: [Patch]

        public init(patches: [Patch]) { self.patches = patches }

        public struct Patch: Codable, Hashable, Sendable {
            /// The path in the input root.
            public var input: RelativePath
            /// The path beside the recipe.
            public var file: RelativePath
            /// The number of leading folders to drop from the paths in the patch.
            public var strip: Int

            public init(input: RelativePath, file: RelativePath, strip: Int) {
                self.input = input
                self.file = file
                self.strip = strip
            }
        }
    }
}
