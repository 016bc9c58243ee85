import Basics
import ModuleMaps
import Targets

/// Writes the module map of merged headers: see `ModuleMapWriter` for the rules.
///
/// Reads `include` and `headers.json`, the outputs of `MergeHeaders`, and `reports/TARGET/report.txt` for every target
/// of the parameters. Writes `include` with `module.modulemap`, and `modulemap.json`: the listing of every header, and
/// its reason. Fails for headers that an importer does not get, unless the request leaves them out by name;
/// see `HeaderReach`.
public enum WriteModuleMap: BuiltinStep {
    public static let name = BuiltinName.writeModuleMap
    public static let revision = 5
    public static let outputs: [RelativePath] = ["include", "modulemap.json"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var module: ModuleMapRequest
        /// The targets for which headers were checked.
        public var targets: [Target]
        /// Whether to leave unreached headers to the proof of the module, which runs each target's compiler; nil to
        /// fail the step.
        public var leavesUnreached: Bool?

        public init(module: ModuleMapRequest, targets: [Target], leavesUnreached: Bool? = nil) {
            self.module = module
            self.targets = targets
            self.leavesUnreached = leavesUnreached
        }
    }
}
