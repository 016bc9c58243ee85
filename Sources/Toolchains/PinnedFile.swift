public import Basics

/// A pinned file of a package: the same bytes on every machine.
public struct PinnedFile: Hashable, Sendable, Codable {
    public var origin: Origin
    /// The package's name.
    public var package: String
    public var version: String
    /// The file's name, among the files of that version.
    public var file: String
    public var digest: Digest

    /// The collection of packages that has the file.
    public enum Origin: Hashable, Sendable, Codable {
        /// The Python package index; the file is a wheel.
        case pypi
        /// Debian's releases, such as `trixie`, in the order in which they are searched; the file is a binary package.
        case debian(suites: [String])
    }

    public init(origin: Origin, package: String, version: String, file: String, digest: Digest) {
        (self.origin, self.package, self.version, self.file, self.digest) = (origin, package, version, file, digest)
    }
}

/// The archive with the functions that compilers call, such as `libgcc.a`.
public enum CompilerRuntime: Hashable, Sendable, Codable {
    /// A file of this machine: the compiler's own.
    case file(String)
    /// A file of a Debian package.
    case member(RelativePath, of: PinnedFile)

    /// The package; nil for a file of this machine.
    public var pinnedFile: PinnedFile? {
        if case .member(_, of: let package) = self { package } else { nil }
    }
}
