import Basics
import ModuleMaps
import Targets

/// Writes the module map of merged headers: see `ModuleMapWriter` for the rules.
///
/// Reads `include` and `headers.json`, the outputs of `MergeHeaders`, and `reports/TARGET/report.txt` for every target
/// of the parameters. Writes `include` with `module.modulemap`, and `modulemap.json`: the listing of every header, and
/// its reason. Fails if an import of the module does not reach a header (see `HeaderReach`), unless the request
/// excludes that header by name.
public enum WriteModuleMap: BuiltinStep {
    public static let name = BuiltinName.writeModuleMap
    public static let revision = 5
    public static let outputs: [RelativePath] = ["include", "modulemap.json"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var module: ModuleMapRequest
        /// The targets for which headers were checked.
        public var targets: [Target]
        /// Whether to accept headers that an import does not reach, because each target's compiler checks the module
        /// later; nil to fail the step.
        public var leavesUnreached: Bool?

        public init(module: ModuleMapRequest, targets: [Target], leavesUnreached: Bool? = nil) {
            self.module = module
            self.targets = targets
            self.leavesUnreached = leavesUnreached
        }
    }
}
