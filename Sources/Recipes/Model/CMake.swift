import Basics

/// Builds by `cmake`, `cmake --build`, `cmake --install`, out of tree.
public struct CMake<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// The folder of the source that contains `CMakeLists.txt`; nil for the source's root.
    public let source: RelativePath?
    /// The targets to build; empty for all.
    public let targets: [BuildWord<Variable>]
    /// Arguments of `cmake --install`.
    public let install: [BuildWord<Variable>]

    public init(source: RelativePath?, targets: [BuildWord<Variable>], install: [BuildWord<Variable>]) {
        self.source = source
        self.targets = targets
        self.install = install
    }
}
