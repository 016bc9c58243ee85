import Actions
import Basics
import Targets

/// One target's prefix as other packages build against it: the same `lib` and `include` as a person gets, so that
/// pkg-config files work wherever a build finds them, and nothing (libtool's files, programs) names the place where the
/// library believes itself to be.
///
/// Reads `slices/TARGET`, leaves `prefix`.
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
        // Both folders are there, so that whoever names them as inputs finds them.
        var tree = Directory(files: files)
        for folder in ["include", "lib"] as [RelativePath] where tree[folder] == nil {
            tree = tree.inserting(.directory(Directory([:])), at: folder)
        }
        return BuiltinOutcome(outputs: ["prefix": .directory(tree)])
    }
}
