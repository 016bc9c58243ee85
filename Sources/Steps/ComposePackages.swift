import Basics
import Packages
import Targets

/// Composes the folder of all packages of a library: `NAME-VERSION`.
///
/// ```
/// MODULE.xcframework, MODULE.xcframework.zip
/// MODULE.artifactbundle, MODULE.artifactbundle.zip
/// swiftpm/NAME/        a SwiftPM package
/// prefix/TARGET/       see MakePrefixes
/// sbom/                see MakeRecords
/// licenses/
/// manifest.json        the formats, the targets, and the missing targets
/// ```
/// Reads `formats/FORMAT` (a folder), `zips/FORMAT`, `records` and `licenses`, each if it exists. Writes `packages`,
/// which contains only `NAME-VERSION`.
public enum ComposePackages: BuiltinStep {
    public static let name = BuiltinName.composePackages
    public static let revision = 2
    public static let outputs: [RelativePath] = ["packages"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var facts: PackageFacts
        public var formats: [PackageFormat]
        public var slices: [PackageSlice]
        /// Requested targets that could not be built.
        public var missing: [Target]

        public init(facts: PackageFacts, formats: [PackageFormat], slices: [PackageSlice], missing: [Target] = []) {
            self.facts = facts
            self.formats = formats
            self.slices = slices
            self.missing = missing
        }
    }
}
