// A place where a pinned file can be had, as data: what a recipe's source becomes, and what a fetch step's parameters
// list. Knows nothing of how a place is asked.

import Basics

/// One of the places of a source. Every place has a digest of its own: a tag's archive and a distribution's tarball of
/// the same version are different bytes.
public enum SourceLocation: Hashable, Sendable, Codable {
    /// A file under an `http`, `https` or `file` address.
    case url(address: String, sha256: SHA256Value)
    /// A file of a Debian source package, through apt's own configuration.
    ///
    /// `version` is the package's (`0.5.0-2`) or the upstream's (`0.5.0`, any revision); nil takes whichever version
    /// has the file. `suites` are tried in order.
    case debian(package: String, version: String?, file: String, suites: [String], sha256: SHA256Value)
    /// A wheel, through pip's own configuration.
    ///
    /// `platform` is a wheel platform tag (`manylinux_2_12_x86_64`, `any`); nil takes the machine's own. `file` is the
    /// wheel's name; nil takes whichever one pip picks: the digest decides.
    case pypi(package: String, version: String, platform: String?, file: String?, sha256: SHA256Value)
    /// A file of this machine.
    case path(String, sha256: SHA256Value)

    enum UrlCodingKeys: String, CodingKey { case address, sha256 }
    enum PathCodingKeys: String, CodingKey {
        case _0 = "path"
        case sha256
    }

    /// What the file's SHA-256 must be.
    public var sha256: SHA256Value {
        switch self {
        case .url(_, let sha256), .path(_, let sha256): sha256
        case .debian(_, _, _, _, let sha256): sha256
        case .pypi(_, _, _, _, let sha256): sha256
        }
    }
}
