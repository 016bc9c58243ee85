// Selects the parts of a toolchain for the key of each kind of action. A new autoconf must not rebuild every library if
// its result, the configure script, did not change.

extension ResolvedToolchain {
    /// The tools that generate a configure script.
    public static let bootstrapTools: [ToolRole] = [
        .shell, .autoreconf, .autoconf, .automake, .aclocal, .autoheader, .libtoolize, .m4, .perl, .make,
    ]

    /// Returns the properties for an action that runs on the host and does not depend on the target: those of the host,
    /// and the digests of the tools in `roles` with the folders that these read.
    public func properties(ofHostTools roles: [ToolRole]) -> [String: String] {
        let names = Set(["OSFamily", "ISA"] + roles.map(Self.property))
        return properties.filter { names.contains($0.key) || SharedFolder.isRead(property: $0.key, by: roles) == true }
    }

    /// Returns the properties for an action that configures and builds: all properties except those of tools that only
    /// generate a configure script, run programs of the target, or belong to a build system that is not in `roles`.
    public func buildProperties(using roles: [ToolRole] = []) -> [String: String] {
        let needless = Set(Self.bootstrapTools).subtracting([.shell, .make, .m4, .perl])
            .union([.emulator, .cmake, .meson, .ninja]).subtracting(roles)
        let names = Set(needless.map(Self.property))
        return properties.filter {
            !names.contains($0.key) && SharedFolder.isRead(property: $0.key, by: roles) != false
        }
    }

    /// Returns the properties for an action that runs only the toolchain's own compiler, linker and archiver, whatever
    /// further programs a build needs.
    public func compilerProperties() -> [String: String] {
        buildProperties().filter { name, _ in
            if name.hasPrefix(Self.machineProperty), case .glibc = sysroot { return false }
            guard name.hasPrefix(Self.toolPrefix) else { return true }
            return ToolRole(rawValue: String(name.dropFirst(Self.toolPrefix.count))) != nil
        }
    }

    /// The property of actions for which a sandbox shows the headers and packages of the machine. `machine.PATH` is the
    /// digest of a folder of headers.
    public static let machineProperty = "machine"

    /// Compilers of the machine, which need its headers. A recipe that names one of them is built with the machine's
    /// headers and libraries.
    public static let machineCompilers: Set<String> = ["c++", "cc", "clang", "clang++", "g++", "gcc"]

    /// The property for what a compiler makes of a small source: the only digest among the properties of tools that is
    /// not the digest of a file or folder.
    public static let canaryProperty = "canary"

    static let toolPrefix = "tool."

    static func property(of role: ToolRole) -> String { toolPrefix + role.rawValue }
}
