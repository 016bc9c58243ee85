/// The folders that tools read beside their own programs: macros and scripts of the autotools, modules of CMake and the
/// Python package of Meson. Their digests are properties with the prefix `share.`, for the actions that run these tools.
enum SharedFolder {
    static let prefix = "share."

    /// Returns the paths of the folders that a tool reads.
    static func paths(of role: ToolRole, in installation: String, _ effects: ToolchainEffects) -> [String] {
        let share = "\(installation)/share"
        let shared = effects.names(share).filter { readers(of: $0).contains(role) }.map { "\(share)/\($0)" }
        guard role == .meson else { return shared }
        let libraries = "\(installation)/lib"
        let python = effects.names(libraries).filter { $0.hasPrefix("python3") }
        let packages = python.flatMap { ["\(libraries)/\($0)/dist-packages", "\(libraries)/\($0)/site-packages"] }
        return shared + packages.map { "\($0)/mesonbuild" }.filter(effects.exists)
    }

    /// Returns whether a property is that of a folder that one of the tools reads; nil for other properties.
    static func isRead(property: String, by roles: [ToolRole]) -> Bool? {
        guard property.hasPrefix(prefix) else { return nil }
        return !readers(of: property.dropFirst(prefix.count)).isDisjoint(with: roles)
    }

    /// Returns the tools that read a folder of this name.
    private static func readers(of name: some StringProtocol) -> Set<ToolRole> {
        let starts = { (base: String) in name.hasPrefix("\(base)-") || name.hasPrefix("\(base).") }
        if ["aclocal", "autoconf", "automake", "libtool"].contains(where: { name == $0 || starts($0) }) {
            return autotools
        }
        if name == "mesonbuild" || starts("mesonbuild") { return [.meson] }
        // `share/cmake` contains files of other packages.
        return name.hasPrefix("cmake-") ? [.cmake] : []
    }

    private static let autotools: Set<ToolRole> = [
        .autoreconf, .autoconf, .automake, .aclocal, .autoheader, .libtoolize,
    ]
}
