// The folder of fetched files. A file gets its final name, its SHA-256, only after its bytes were verified; a file with
// the wrong digest is removed.

import Basics
import Machine
import Store
import SystemPackage

/// The folder of fetched and verified files.
struct VerifiedFolder: Sendable {
    let path: FilePath
    /// Called for a file that another task or process is fetching into the folder.
    var waiting: @Sendable (SHA256Value) -> Void = { _ in }

    /// Runs `body`, which fetches this file, with an exclusive lock across tasks and processes, and returns the file;
    /// the lock also covers the partial file. A call that waited uses the file that the previous holder fetched. On
    /// file systems without locks, only one process at a time may use the folder.
    func withLock(
        on sha256: SHA256Value, _ body: () async throws(FetchError) -> FetchedFile
    ) async throws(FetchError) -> FetchedFile {
        let lock: PathLock?
        var hasWaited = false
        do throws(CancellationError) {
            lock = try await PathLock.lockWherePossible(path.appending("\(sha256).lock")) {
                hasWaited = true
                waiting(sha256)
            }
        } catch {
            throw .cancelled
        }
        defer { withExtendedLifetime(lock) {} }
        let final = path.appending(sha256.hex)
        if hasWaited, final.fileSize != nil, let file = try? await keep(final, expecting: sha256) { return file }
        return try await body()
    }

    /// Returns the path of the partial file of the download with this digest.
    func part(of sha256: SHA256Value) -> FilePath { path.appending("\(sha256).part") }

    /// Verifies a file of this folder, gives it its final name and returns it. A file with a wrong digest is removed.
    func keep(_ file: FilePath, expecting sha256: SHA256Value) async throws(FetchError) -> FetchedFile {
        let digest = try await digest { () throws(FileError) in try Digest(ofFile: file.string) }.get()
        return try finish(file, digest, expecting: sha256)
    }

    /// Copies a file from another folder, verifies the copy and returns it.
    func copy(_ source: FilePath, expecting sha256: SHA256Value) async throws(FetchError) -> FetchedFile {
        guard source.fileSize != nil else { throw .noSuchFile(source.string) }
        let copy = path.appending("\(sha256).copy")
        let copied = await digest { () throws(FileError) in try Digest.copying(source.string, to: copy.string) }
        return try finish(copy, copied.get(), expecting: sha256)
    }

    private func digest(
        _ work: @escaping @Sendable () throws(FileError) -> Digest
    ) async -> Result<Digest, FetchError> {
        await offPool { Result { () throws(FileError) in try work() }.mapError(FetchError.file) }
    }

    /// Verifies the file that `fetch` makes in a scratch folder and moves it into this folder; returns the moved file.
    /// The scratch folder is removed.
    func adopt(
        expecting sha256: SHA256Value, _ fetch: (_ scratch: FilePath) async throws(FetchError) -> FilePath
    ) async throws(FetchError) -> FetchedFile {
        let scratch = path.appending("\(sha256).scratch")
        try onDisk(scratch.removeTree())
        try onDisk(scratch.makeFolders())
        defer { try? scratch.removeTree() }
        return try await keep(try await fetch(scratch), expecting: sha256)
    }

    private func finish(
        _ file: FilePath, _ digest: Digest, expecting sha256: SHA256Value
    ) throws(FetchError) -> FetchedFile {
        guard digest.hash == sha256 else {
            try? file.removeTree()
            throw .wrongDigest(expected: sha256, found: digest.hash)
        }
        let final = path.appending(sha256.hex)
        try onDisk(FileSystem.rename(file.string, to: final.string))
        return FetchedFile(path: final, digest: digest)
    }
}
