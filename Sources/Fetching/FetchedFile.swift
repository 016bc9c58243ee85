import Basics
import SystemPackage

/// A pinned file that was fetched and verified.
public struct FetchedFile: Hashable, Sendable {
    /// In the folder given to the fetcher, named by its SHA-256.
    public let path: FilePath
    /// Its digest, computed from the bytes at `path`.
    public let digest: Digest
}
