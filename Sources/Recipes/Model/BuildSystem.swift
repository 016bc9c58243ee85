/// How a library is built. One case a build system; each has its own settings.
public enum BuildSystem: Hashable, Sendable {
    case autotools(Autotools)

    /// The words of `system:`.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        case autotools
    }

    public var name: Name {
        switch self {
        case .autotools: .autotools
        }
    }
}

/// `configure`, `make`, `make install`, out of tree.
public struct Autotools: Hashable, Sendable {
    /// Whether `configure` has to be made first, by `autoreconf`.
    public let bootstrap: Bool
    /// Arguments of the `make` that builds: targets and `NAME=VALUE`.
    public let make: [String]
    /// Arguments of the `make` that installs.
    public let install: [String]

    public init(bootstrap: Bool, make: [String], install: [String]) {
        self.bootstrap = bootstrap
        self.make = make
        self.install = install
    }
}

/// Whether targets that a universal archive joins are built one by one.
public enum Slices: String, CaseIterable, Hashable, Sendable, Codable {
    /// A configure run a target.
    case separate
    /// One configure run with several `-arch`, as classic scripts do. It gives one set of answers for all of them.
    case together
}

/// Apple's bitcode in objects.
public enum Bitcode: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    /// An empty section that only says there could be some.
    case marker
    case full
}
