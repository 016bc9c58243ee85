import Basics
import Packages

/// Records the inputs and the build of a library's packages in standard formats: SPDX 2.3, CycloneDX 1.6, and an
/// in-toto statement with SLSA v1 provenance.
///
/// All three depend only on the inputs: they contain no date of the build and no machine name.
///
/// Reads `subjects`, the shipped files, and `licenses`. Writes `records`: `NAME.spdx.json`, `NAME.cdx.json` and
/// `NAME.intoto.json`.
public enum MakeRecords: BuiltinStep {
    public static let name = BuiltinName.makeRecords
    public static let revision = 4
    public static let outputs: [RelativePath] = ["records"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var facts: PackageFacts
        public var targets: [TargetRecord]
        public var inputs: [InputRecord]
        public var dependencies: [DependencyRecord]
        public var buildRoots: [String]
        /// xbuild's own version.
        public var tool: String

        public init(
            facts: PackageFacts, targets: [TargetRecord], inputs: [InputRecord], dependencies: [DependencyRecord],
            buildRoots: [String], tool: String
        ) {
            self.facts = facts
            self.targets = targets
            self.inputs = inputs
            self.dependencies = dependencies
            self.buildRoots = buildRoots
            self.tool = tool
        }
    }
}
