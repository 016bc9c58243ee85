import Fetching
import Machine
import Store
import SystemPackage

/// A zip that the user gave in place of a folder, unpacked into a temporary folder that is removed with this value.
///
/// The zip is untrusted input: `ArchiveReader` rejects zip bombs, paths that lead out of the folder, and other attacks.
final class UnpackedZip: Sendable {
    private let scratch: FilePath

    /// The absolute path of the folder with the zip's contents.
    var folder: String { scratch.appending("contents").string }

    /// - Throws: `ArchiveError` when the zip cannot be unpacked.
    init(_ path: String, on host: Host) async throws {
        scratch = FilePath(try host.makeScratch("zip"))
        let store = DiskStore(at: scratch.appending("store"))
        let tree = try await ArchiveReader().unpack(FilePath(path)) { try store.put(pieces: $0) }
        try await TreeExport(from: store).export(tree, to: scratch.appending("contents"))
    }

    deinit { try? scratch.removeTree() }
}
