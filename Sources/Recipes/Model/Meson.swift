import Basics

/// Builds by `meson setup`, `meson compile`, `meson install`, out of tree.
public struct Meson<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// The folder of the source that contains `meson.build`; nil for the source's root.
    public let source: RelativePath?
    /// The targets to build; empty for all.
    public let targets: [BuildWord<Variable>]
    /// Arguments of `meson install`.
    public let install: [BuildWord<Variable>]

    public init(source: RelativePath?, targets: [BuildWord<Variable>], install: [BuildWord<Variable>]) {
        self.source = source
        self.targets = targets
        self.install = install
    }
}
