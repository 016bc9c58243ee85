import Basics

/// Makes the folder that a user receives: `NAME-VERSION`.
///
/// ```
/// lib/                  archives for Apple's targets, as MergeArchives left them
/// include/              headers for every target, with the module map
/// prefixes/TARGET/      lib (archives, lib/pkgconfig) and include of one target, to be used from any place
/// licenses/
/// manifest.json         see Manifest
/// ```
/// Reads `slices/TARGET` for every target and, if they exist, `lib`, `include` and `licenses`. Copies `lib`, `include`
/// and `share/pkgconfig` of each prefix, without programs, manuals and libtool files. Writes `dist`, which contains
/// only `NAME-VERSION`.
public enum Dist: BuiltinStep {
    public static let name = BuiltinName.dist
    public static let revision = 2
    public static let outputs: [RelativePath] = ["dist"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var name: String
        public var version: Version
        /// The SPDX expression.
        public var license: String?
        /// The module of `include/module.modulemap`.
        public var module: String?
        public var targets: [TargetRecord]
        /// Everything that determined the result: sources, patches, toolchains.
        public var inputs: [InputRecord]
        /// Absolute folders in which actions ran: they are removed from pkg-config files and flags.
        public var buildRoots: [String]
        /// The packages used in the build, in link order; nil when there are none.
        public var dependencies: [DependencyRecord]?

        public init(
            name: String, version: Version, license: String? = nil, module: String? = nil, targets: [TargetRecord],
            inputs: [InputRecord], buildRoots: [String], dependencies: [DependencyRecord] = []
        ) {
            self.name = name
            self.version = version
            self.license = license
            self.module = module
            self.targets = targets
            self.inputs = inputs
            self.buildRoots = buildRoots
            self.dependencies = dependencies.isEmpty ? nil : dependencies
        }
    }
}
