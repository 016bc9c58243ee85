import Basics

/// Builds out of tree with Ninja: by `cmake`, `cmake --build` and `cmake --install`, or by `meson setup`,
/// `meson compile` and `meson install`.
public struct NinjaBuild<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// The folder of the source that contains `CMakeLists.txt` or `meson.build`; nil for the source's root.
    public let source: RelativePath?
    /// The targets to build; empty for all.
    public let targets: [BuildWord<Variable>]
    /// Arguments of `cmake --install` or `meson install`.
    public let install: [BuildWord<Variable>]
}
