// Selects the parts of a toolchain for the key of each kind of action. A new autoconf must not rebuild every library if
// its result, the configure script, did not change.

extension ResolvedToolchain {
    /// The tools that generate a configure script.
    public static let bootstrapTools: [ToolRole] = [
        .shell, .autoreconf, .autoconf, .automake, .aclocal, .autoheader, .libtoolize, .m4, .perl, .make,
    ]

    /// Returns the properties for an action that runs on the host and does not depend on the target: those of the host,
    /// and the digests of the tools in `roles`. With `autoreconf`, they include the folders that it reads.
    public func properties(ofHostTools roles: [ToolRole]) -> [String: String] {
        let names = Set(["OSFamily", "ISA"] + roles.map(Self.property))
        let readsShared = roles.contains(.autoreconf)
        return properties.filter { names.contains($0.key) || (readsShared && $0.key.hasPrefix(Self.sharedPrefix)) }
    }

    /// Returns the properties for an action that configures and builds: all properties except those of tools that only
    /// generate a configure script, run programs of the target, or belong to a build system that is not in `roles`.
    public func buildProperties(using roles: [ToolRole] = []) -> [String: String] {
        let needless = Set(Self.bootstrapTools).subtracting([.shell, .make, .m4, .perl])
            .union([.emulator, .cmake, .meson, .ninja]).subtracting(roles)
        let names = Set(needless.map(Self.property))
        return properties.filter { !names.contains($0.key) && !$0.key.hasPrefix(Self.sharedPrefix) }
    }

    /// The property of actions for which a sandbox shows the headers and packages of the machine.
    public static let machineProperty = "machine"

    /// The property for what a compiler makes of a small source: the only digest among the properties of tools that is
    /// not the digest of a file or folder.
    public static let canaryProperty = "canary"

    /// The prefix of the properties for folders that only a bootstrap reads.
    static let sharedPrefix = "share."

    static func property(of role: ToolRole) -> String { "tool.\(role.rawValue)" }
}
