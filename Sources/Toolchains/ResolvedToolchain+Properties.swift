// What of a toolchain belongs into the key of which action: a new autoconf must not build every library anew where its
// result, the configure script, stayed the same.

extension ResolvedToolchain {
    /// The tools that make a configure script.
    public static let bootstrapTools: [ToolRole] = [
        .shell, .autoreconf, .autoconf, .automake, .aclocal, .autoheader, .libtoolize, .m4, .perl, .make,
    ]

    /// For an action that runs on the host, whatever the target is: the host, and these tools.
    public func properties(ofHostTools roles: [ToolRole]) -> [String: String] {
        let names = Set(["OSFamily", "ISA"] + roles.map(Self.property))
        return properties.filter { names.contains($0.key) }
    }

    /// For an action that configures and builds: everything but the tools that only bootstrap, run programs, or belong
    /// to another build system than the one whose tools are named.
    public func buildProperties(using roles: [ToolRole] = []) -> [String: String] {
        let needless = Set(Self.bootstrapTools).subtracting([.shell, .make, .m4, .perl])
            .union([.emulator, .cmake, .meson, .ninja]).subtracting(roles)
        let names = Set(needless.map(Self.property))
        return properties.filter { !names.contains($0.key) }
    }

    static func property(of role: ToolRole) -> String { "tool.\(role.rawValue)" }
}
