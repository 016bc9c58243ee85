import Basics
import Steps
import SystemPackage

/// A pinned file that was fetched and verified.
public struct FetchedFile: Hashable, Sendable {
    /// In the folder given to the fetcher, named by its SHA-256, or where it was found (mirror, path).
    public let path: FilePath
    /// Its digest, computed from the bytes at `path`.
    public let digest: Digest
    /// The place that provided it.
    public let origin: Origin

    /// The place that provided a file.
    public enum Origin: Hashable, Sendable {
        /// The mirror folder.
        case mirror
        case location(SourceLocation)
    }

    public init(path: FilePath, digest: Digest, origin: Origin) {
        self.path = path
        self.digest = digest
        self.origin = origin
    }
}
