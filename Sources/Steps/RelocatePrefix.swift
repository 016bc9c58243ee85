import Basics
import Targets

/// Makes one target's prefix usable by builds of other packages. The result has the same `lib` and `include` as the
/// output of `Dist`: pkg-config files work in any folder, and files that contain the path of the installation folder
/// (libtool's files, programs) are left out.
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
