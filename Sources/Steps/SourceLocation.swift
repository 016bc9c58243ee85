import Basics

/// One of the locations of a pinned file. Every location has its own digest: a tag's archive and a distribution's
/// tarball of the same version have different bytes.
public enum SourceLocation: Hashable, Sendable, Codable {
    /// A file under an `http`, `https` or `file` address.
    case url(address: String, sha256: SHA256Value)
    /// A file of a Debian source package, or a binary package (`.deb`), through apt's own configuration.
    ///
    /// `version` is the package's (`0.5.0-2`) or upstream's (`0.5.0`, any revision); nil for any version with the file.
    /// `suites` are tried in order.
    case debian(package: String, version: String?, file: String, suites: [String], sha256: SHA256Value)
    /// A wheel, through pip's own configuration.
    ///
    /// `platform` is a wheel platform tag (`manylinux_2_12_x86_64`, `any`); nil for the machine's own. `file` is the
    /// wheel's name; nil for pip's choice, which the digest verifies.
    case pypi(package: String, version: String, platform: String?, file: String?, sha256: SHA256Value)
    /// A file of this machine.
    case path(String, sha256: SHA256Value)

    enum PathCodingKeys: String, CodingKey {
        case _0 = "path"
        case sha256
    }

    /// The required SHA-256 of the file.
    public var sha256: SHA256Value {
        switch self {
        case .url(_, let sha256), .debian(_, _, _, _, let sha256), .pypi(_, _, _, _, let sha256),
            .path(_, let sha256):
            sha256
        }
    }
}
