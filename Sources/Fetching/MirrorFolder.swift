// Local copies of sources: files named by their SHA-256 or by their original names.

import Basics
import Machine
import Steps
import SystemPackage

/// A folder of local sources.
struct MirrorFolder: Sendable {
    let path: FilePath

    /// Copies the mirror's copy of a pinned file into `folder`, and returns the new file.
    func file(for locations: [SourceLocation], into folder: VerifiedFolder) async throws(FetchError) -> FetchedFile {
        guard FileSystem.kind(path.string) == .folder else { throw .noSuchFile(path.string) }
        var mismatch: FetchError?
        for candidate in candidates(locations) where candidate.file.fileSize != nil {
            do {
                return try await folder.withLock(on: candidate.sha256) { () async throws(FetchError) in
                    try await folder.copy(candidate.file, expecting: candidate.sha256)
                }
            } catch .wrongDigest(let expected, let found) {
                mismatch = mismatch ?? .wrongDigest(expected: expected, found: found)
            }
        }
        throw mismatch ?? .notOffered(what: Self.wanted(locations))
    }

    private func candidates(_ locations: [SourceLocation]) -> [(file: FilePath, sha256: SHA256Value)] {
        locations.map { (path.appending($0.sha256.hex), $0.sha256) }
            + locations.compactMap { location in location.fileName.map { (path.appending($0), location.sha256) } }
    }

    private static func wanted(_ locations: [SourceLocation]) -> String {
        let names = locations.map { $0.fileName ?? $0.sha256.hex }
        return names.uniqued().map { "`\($0)`" }.joined(separator: " or ")
    }
}
