import Fetching
import Machine
import Store
import SystemPackage

/// A zip that the user gave in place of a folder, unpacked into a temporary folder that is removed with this value.
///
/// The zip is untrusted input: paths that leave it, bombs and the like are refused, see `ArchiveReader`.
final class UnpackedZip: Sendable {
    private let scratch: FilePath

    /// The folder with its contents, absolute.
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
