import Basics

/// One place where a version's archive can be had. A tag's archive and a distribution's tarball of the same version are
/// different bytes, so each has its own digest.
public struct Source: Hashable, Sendable {
    public let place: Place
    /// Of the archive's bytes.
    public let sha256: SHA256Value
    /// How many leading folders are dropped from the archive's paths.
    public let strip: Int

    public enum Place: Hashable, Sendable {
        /// The first is upstream's; the others hold the same bytes.
        case url([WebAddress])
        case debian(DebianFile)
        case pypi(PyPIFile)
        /// A file below the recipe's folder.
        case path(RelativePath)
    }

    /// A file of a Debian source package.
    public struct DebianFile: Hashable, Sendable {
        public let package: String
        /// The package's version with Debian's revision (`0.5.0-2`), or upstream's alone for any revision.
        public let version: String
        public let file: RelativePath
        /// Releases to look in, in order (`trixie`); empty for those that the system knows.
        public let suites: [String]
    }

    /// A file of a Python package.
    public struct PyPIFile: Hashable, Sendable {
        public let package: String
        public let version: String
        /// The wheel; nil for the one that suits the machine.
        public let file: RelativePath?
    }
}
