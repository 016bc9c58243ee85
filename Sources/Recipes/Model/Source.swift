import Basics

/// A location of a version's archive. The archive of a Git tag and a distribution's tarball of the same version have
/// different bytes, so each source has a digest.
public struct Source: Hashable, Sendable {
    public let place: Place
    /// The digest of the archive's bytes.
    public let sha256: SHA256Value
    /// The number of leading folders to drop from the archive's paths.
    public let strip: Int

    public enum Place: Hashable, Sendable {
        /// The first address is upstream's; the other addresses serve the same bytes.
        case url([WebAddress])
        case debian(DebianFile)
        case pypi(PyPIFile)
        /// A file below the recipe's folder.
        case path(RelativePath)
    }

    /// A file of a Debian source package.
    public struct DebianFile: Hashable, Sendable {
        public let package: String
        /// The package's version with Debian's revision (`0.5.0-2`), or upstream's version alone for any revision.
        public let version: String
        public let file: RelativePath
        /// The Debian releases to search, such as `trixie`, in order; if empty, those of the machine's APT configuration.
        public let suites: [String]
    }

    /// A file of a Python package.
    public struct PyPIFile: Hashable, Sendable {
        public let package: String
        public let version: String
        /// The wheel; nil for the wheel that fits the machine.
        public let file: RelativePath?
    }
}
