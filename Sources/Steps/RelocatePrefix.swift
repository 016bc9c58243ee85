import Basics
import Targets

/// Makes one target's prefix usable by builds of other packages: the same `lib` and `include` as in the distribution,
/// so that pkg-config files work in any folder, and without files (libtool's files, programs) that name the folder of
/// installation.
///
/// Reads `slices/TARGET`, writes `prefix`.
public enum RelocatePrefix: BuiltinStep {
    public static let name = BuiltinName.relocatePrefix
    public static let revision = 2
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
}
