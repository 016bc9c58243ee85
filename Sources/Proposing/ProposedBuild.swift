public import Recipes

/// A proposed build of a library: the contents of a recipe's `build:`.
public struct ProposedBuild: Hashable, Sendable {
    public var system: BuildSystemName
    /// The folder that contains `CMakeLists.txt` or `meson.build`; nil for the source's root.
    public var source: String?
    public var bootstrap = false
    /// Whether the library is built inside a copy of its source, not in a separate folder.
    public var inSource = false
    public var configure: [String] = []
    public var make: [String] = []
    public var install: [String] = []
    public var cflags: [String] = []
    public var variables: [String: String] = [:]
    public var tools: [String] = []
    /// The steps of a script.
    public var steps: [Step] = []
    /// The recipes on which the library depends.
    public var depends: [String] = []

    public init(_ system: BuildSystemName) { self.system = system }

    /// The commands of a script's step.
    public struct Step: Hashable, Sendable {
        public var name: String
        public var commands: [[String]]
    }

    /// Presets the names of the target and the build machine, which an old `config.sub` may refuse.
    mutating func presetTriples() {
        variables["ac_cv_host"] = "${HOST}"
        variables["ac_cv_build"] = "${BUILD_TRIPLE}"
    }

    /// Adds arguments that are not present yet, both for `make` and for `make install`.
    mutating func addMake(_ words: [String]) {
        make += words.filter { !make.contains($0) }
        if install.isEmpty { install = ["install"] }
        install += words.filter { !install.contains($0) }
    }
}
