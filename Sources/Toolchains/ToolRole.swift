/// The role of a tool. A toolchain file names the candidate programs for each role.
public enum ToolRole: String, CaseIterable, Hashable, Sendable, Codable, CodingKeyRepresentable {
    case cc
    case cxx
    case ar
    case ranlib
    case nm
    case strip
    case objdump
    case ld
    case make
    case shell
    case autoreconf
    case autoconf
    case automake
    case aclocal
    case autoheader
    case libtoolize
    case m4
    case perl
    case pkgConfig = "pkg-config"
    case cmake
    case meson
    case ninja
    /// Runs programs of the target on the host.
    case emulator

    /// Whether build scripts find the tool by its name alone.
    public var isFoundByName: Bool {
        switch self {
        case .make, .autoreconf, .autoconf, .automake, .aclocal, .autoheader, .libtoolize, .m4, .perl,
            .pkgConfig:
            true
        case .cc, .cxx, .ar, .ranlib, .nm, .strip, .objdump, .ld, .shell, .cmake, .meson, .ninja, .emulator:
            false
        }
    }
}
