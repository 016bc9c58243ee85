// The folder of fetched files: a file gets its final name, its SHA-256, only after its bytes were verified. A file with
// the wrong digest is removed.

import Basics
import Store
import SystemPackage

/// A file with a verified digest.
struct VerifiedFile: Hashable, Sendable {
    let path: FilePath
    let digest: Digest
}

/// The folder of the verified files.
struct VerifiedFolder: Sendable {
    let path: FilePath
    /// Called for a file that another task or process is fetching into the folder.
    var waiting: @Sendable (SHA256Value) -> Void = { _ in }

    /// Runs `body` while no other task or process does so for this file; partial files need no other lock. A call that
    /// had to wait uses the file that the other one left. On file systems without locks there must be only one user of
    /// the folder.
    func withLock(
        on sha256: SHA256Value, _ body: () async throws(FetchError) -> VerifiedFile
    ) async throws(FetchError) -> VerifiedFile {
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
        if hasWaited, Files.size(of: final) != nil, let file = try? await keep(final, expecting: sha256) { return file }
        return try await body()
    }

    /// The partial file of the download with this digest.
    func part(of sha256: SHA256Value) -> FilePath { path.appending("\(sha256).part") }

    /// Verifies a file of this folder and gives it its final name, or removes it.
    func keep(_ file: FilePath, expecting sha256: SHA256Value) async throws(FetchError) -> VerifiedFile {
        let digest = try await offPool { Result { () throws(FetchError) in try Files.digest(of: file) } }.get()
        return try finish(file, digest, expecting: sha256)
    }

    /// Copies and verifies a file from another folder.
    func copy(_ source: FilePath, expecting sha256: SHA256Value) async throws(FetchError) -> VerifiedFile {
        guard Files.size(of: source) != nil else { throw .noSuchFile(source.string) }
        let copy = path.appending("\(sha256).copy")
        let copied = await offPool { Result { () throws(FetchError) in try Files.copy(source, to: copy) } }
        guard case .success(let digest) = copied else {
            Files.remove(copy)
            return try VerifiedFile(path: copy, digest: copied.get())
        }
        return try finish(copy, digest, expecting: sha256)
    }

    /// Moves the file that `fetch` makes in a scratch folder; the scratch folder is removed.
    func adopt(
        expecting sha256: SHA256Value, _ fetch: (_ scratch: FilePath) async throws(FetchError) -> FilePath
    ) async throws(FetchError) -> VerifiedFile {
        let scratch = path.appending("\(sha256).scratch")
        Files.remove(scratch)
        try Files.makeFolder(scratch)
        defer { Files.remove(scratch) }
        return try await keep(try await fetch(scratch), expecting: sha256)
    }

    private func finish(
        _ file: FilePath, _ digest: Digest, expecting sha256: SHA256Value
    ) throws(FetchError) -> VerifiedFile {
        guard digest.hash == sha256 else {
            Files.remove(file)
            throw .wrongDigest(expected: sha256, found: digest.hash)
        }
        let final = path.appending(sha256.hex)
        try Files.rename(file, to: final)
        return VerifiedFile(path: final, digest: digest)
    }
}
