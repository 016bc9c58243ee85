import Basics
import Targets

/// Merges the headers of all targets into one folder: see `HeaderMerger` for the rules.
///
/// Reads `slices/TARGET/include` for every target of the parameters; a target without that folder has no headers.
/// Writes `include`, without a module map, and `headers.json`: the `HeaderOrigin`s, for `WriteModuleMap`.
public enum MergeHeaders: BuiltinStep {
    public static let name = BuiltinName.mergeHeaders
    public static let revision = 3
    public static let outputs: [RelativePath] = ["headers.json", "include"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var targets: [Target]

        public init(targets: [Target]) { self.targets = targets }
    }
}
