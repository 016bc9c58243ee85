import Basics

/// `meson setup`, `meson compile`, `meson install`, out of tree.
public struct Meson<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// The folder of the source that holds `meson.build`; nil for the source itself.
    public let source: RelativePath?
    /// What is built; empty for everything.
    public let targets: [BuildWord<Variable>]
    /// Arguments of `meson install`.
    public let install: [BuildWord<Variable>]

    public init(source: RelativePath?, targets: [BuildWord<Variable>], install: [BuildWord<Variable>]) {
        self.source = source
        self.targets = targets
        self.install = install
    }
}
