/// Builds by `configure`, `make`, `make install`, out of tree unless the library must be built in its source.
public struct Autotools<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// Whether `autoreconf` must generate `configure` first.
    public let bootstrap: Bool
    /// Arguments of the `make` that builds: targets and `NAME=VALUE`.
    public let make: [BuildWord<Variable>]
    /// Arguments of the `make` that installs.
    public let install: [BuildWord<Variable>]
    /// Whether the build folder starts as a copy of the source and not empty.
    public let isInSource: Bool
}
