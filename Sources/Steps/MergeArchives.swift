import Basics
import Targets

/// Merges the archives of Apple's targets into fat files: see `ArchiveGroup` for the groups and the paths.
///
/// Reads `slices/TARGET/lib/lib*.a`, of Apple's targets only. Writes `lib`: `lib/libX.a`, `lib/GROUP/libX.a`.
public enum MergeArchives: BuiltinStep {
    public static let name = BuiltinName.mergeArchives
    public static let revision = 1
    public static let outputs: [RelativePath] = ["lib"]

    public struct Parameters: Codable, Hashable, Sendable {
        /// Every built target; targets other than Apple's are skipped.
        public var targets: [Target]
        /// File names of archives (`libssl.a`) that every target must have installed. If empty, all archives are
        /// merged, each from the slices that have it.
        public var libraries: [RelativePath]
        /// The recipe author's term for the step that installed the archives, as in `Audit`.
        public var installer: String?

        public init(targets: [Target], libraries: [RelativePath] = [], installer: String? = nil) {
            self.targets = targets
            self.libraries = libraries
            self.installer = installer
        }
    }
}
