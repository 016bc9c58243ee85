/// `configure`, `make`, `make install`, out of tree unless the library cannot be built there.
public struct Autotools<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// Whether `configure` has to be made first, by `autoreconf`.
    public let bootstrap: Bool
    /// Arguments of the `make` that builds: targets and `NAME=VALUE`.
    public let make: [BuildWord<Variable>]
    /// Arguments of the `make` that installs.
    public let install: [BuildWord<Variable>]
    /// Whether the build folder is a copy of the source instead of empty.
    public let isInSource: Bool

    public init(
        bootstrap: Bool, make: [BuildWord<Variable>], install: [BuildWord<Variable>], isInSource: Bool = false
    ) {
        self.bootstrap = bootstrap
        self.make = make
        self.install = install
        self.isInSource = isInSource
    }
}
