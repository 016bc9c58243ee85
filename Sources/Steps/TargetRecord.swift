import Basics
import Targets

/// The record of one target's build, for the manifest.
public struct TargetRecord: Hashable, Sendable, Codable {
    public var target: Target
    /// The triple passed to the compiler.
    public var triple: String
    /// The oldest OS version on which the library runs, if the platform has one.
    public var minimumVersion: OSVersion?
    /// Flags by variable: `CFLAGS`, `LDFLAGS`.
    public var flags: [String: [String]]
    /// The arguments of configure.
    public var configure: [String]
    /// The name of the toolchain.
    public var toolchain: String
    /// The arguments that link a program with the package and its dependencies, in order; nil when it has no
    /// dependencies.
    public var link: [String]?
    /// The prefix of the library's symbols; nil when they have the library's own names.
    public var symbolNamespace: String?

    public init(
        target: Target, triple: String, minimumVersion: OSVersion? = nil, flags: [String: [String]] = [:],
        configure: [String] = [], toolchain: String, link: [String]? = nil, symbolNamespace: String? = nil
    ) {
        self.target = target
        self.triple = triple
        self.minimumVersion = minimumVersion
        self.flags = flags
        self.configure = configure
        self.toolchain = toolchain
        self.link = link
        self.symbolNamespace = symbolNamespace
    }
}
