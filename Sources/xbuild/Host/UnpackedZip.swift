import Fetching
import Store
import SystemPackage

/// A zip that somebody gave in place of a folder, unpacked beside nobody's files and removed with this value.
///
/// Nothing of it is believed: paths that leave it, bombs and the like are refused, see `ArchiveReader`.
final class UnpackedZip: Sendable {
    private let scratch: FilePath

    /// What was in it, absolute.
    var folder: String { scratch.appending("contents").string }

    /// - Throws: `ArchiveError` when it cannot be unpacked.
    init(_ path: String, on host: Host) async throws {
        scratch = FilePath(try host.makeScratch("zip"))
        let store = DiskStore(at: scratch.appending("store"))
        let tree = try await ArchiveReader().unpack(FilePath(path)) { try store.put($0) }
        try await TreeExport(from: store).export(tree, to: scratch.appending("contents"))
    }

    deinit { try? scratch.removeTree() }
}
