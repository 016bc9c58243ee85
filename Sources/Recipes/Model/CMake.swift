import Basics

/// `cmake`, `cmake --build`, `cmake --install`, out of tree.
public struct CMake<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// The folder of the source that holds `CMakeLists.txt`; nil for the source itself.
    public let source: RelativePath?
    /// What is built; empty for everything.
    public let targets: [BuildWord<Variable>]
    /// Arguments of `cmake --install`.
    public let install: [BuildWord<Variable>]

    public init(source: RelativePath?, targets: [BuildWord<Variable>], install: [BuildWord<Variable>]) {
        self.source = source
        self.targets = targets
        self.install = install
    }
}
