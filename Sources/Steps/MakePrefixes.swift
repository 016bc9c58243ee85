import Basics
import Packages
import Targets

/// Makes plain prefixes, one per target, for builds other than SwiftPM's and Xcode's: `lib`, `include`, pkg-config
/// files and CMake package files. All of them work from any folder and support static linking.
///
/// pkg-config and CMake files that the library installs are kept; missing files are written.
///
/// Reads `slices/TARGET` for every target. Writes `prefix`, which contains a folder for each target.
public enum MakePrefixes: BuiltinStep {
    public static let name = BuiltinName.makePrefixes
    public static let revision = 3
    public static let outputs: [RelativePath] = ["prefix"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var facts: PackageFacts
        public var targets: [Target]
        /// The archives, in link order.
        public var libraries: [RelativePath]
        /// Absolute folders in which actions ran.
        public var buildRoots: [String]

        public init(facts: PackageFacts, targets: [Target], libraries: [RelativePath], buildRoots: [String]) {
            self.facts = facts
            self.targets = targets
            self.libraries = libraries
            self.buildRoots = buildRoots
        }
    }
}
