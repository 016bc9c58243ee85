public import Basics

/// A pinned file of the Python package index: the same bytes on every machine.
public struct Wheel: Hashable, Sendable, Codable {
    /// The package's name.
    public var package: String
    public var version: String
    /// The file's name, among the files of that version.
    public var file: String
    public var digest: Digest

    public init(package: String, version: String, file: String, digest: Digest) {
        (self.package, self.version, self.file, self.digest) = (package, version, file, digest)
    }
}
