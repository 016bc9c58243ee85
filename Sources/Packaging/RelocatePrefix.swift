import Actions
import Basics
import Targets

/// Makes one target's prefix usable by builds of other packages: the same `lib` and `include` as in the distribution,
/// so that pkg-config files work in any folder, and without files (libtool's files, programs) that name the folder of
/// installation.
///
/// Reads `slices/TARGET`, writes `prefix`.
public enum RelocatePrefix: PackagingStep {
    public static let name = "relocate-prefix"
    public static let revision = 1
    public static let outputs: [RelativePath] = ["prefix"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var target: Target
        /// Absolute folders in which actions ran.
        public var buildRoots: [String]

        public init(target: Target, buildRoots: [String]) {
            self.target = target
            self.buildRoots = buildRoots
        }
    }

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        let prefix = DistPrefix(target: parameters.target, buildRoots: parameters.buildRoots, context: context)
        let files = try await prefix.files()
        context.say("\(files.count) files")
        // Both folders always exist, so that steps can use them as inputs.
        var tree = Directory(files: files)
        for folder in ["include", "lib"] as [RelativePath] where tree[folder] == nil {
            tree = tree.inserting(.directory(Directory([:])), at: folder)
        }
        return BuiltinOutcome(outputs: ["prefix": .directory(tree)])
    }
}
