import Basics
import SystemPackage

/// A pinned file that was fetched and verified.
public struct FetchedFile: Hashable, Sendable {
    /// The path in the folder given to the fetcher; the file is named by its SHA-256.
    public let path: FilePath
    /// The digest, computed from the bytes at `path`.
    public let digest: Digest
}
