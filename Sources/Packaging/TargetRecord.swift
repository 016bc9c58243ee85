import Basics
import Targets

/// How one target was built, for the manifest.
public struct TargetRecord: Hashable, Sendable, Codable {
    public var target: Target
    /// The triple that the compiler was given.
    public var triple: String
    /// The oldest OS version that it runs on, where the platform has such a thing.
    public var minimumVersion: OSVersion?
    /// Flags by variable: `CFLAGS`, `LDFLAGS`.
    public var flags: [String: [String]]
    /// The arguments of configure.
    public var configure: [String]
    /// The name of the toolchain.
    public var toolchain: String
    /// The words that link a program against the package and what it was built with, in order; nil where it was built
    /// with no other package.
    public var link: [String]?
    /// What was put before the library's symbols; nil when they are as the library named them.
    public var symbolPrefix: String?

    public init(
        target: Target, triple: String, minimumVersion: OSVersion? = nil, flags: [String: [String]] = [:],
        configure: [String] = [], toolchain: String, link: [String]? = nil, symbolPrefix: String? = nil
    ) {
        self.target = target
        self.triple = triple
        self.minimumVersion = minimumVersion
        self.flags = flags
        self.configure = configure
        self.toolchain = toolchain
        self.link = link
        self.symbolPrefix = symbolPrefix
    }
}
