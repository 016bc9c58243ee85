import Actions
import Basics
import Fetching
import Machine
import Planning
import Steps
import Store
import SystemPackage

/// A folder with every pinned file that a plan would fetch, each under its SHA-256. `XBUILD_MIRROR` names such a
/// folder.
struct SourceMirror {
    var host: Host
    /// The absolute path.
    var folder: FilePath
    /// A store from which files are copied if it holds them; nil when no store is used.
    var store: DiskStore?

    /// Fetches the files that a plan names.
    ///
    /// - Parameter found: called for each fetched file with its digest and original name.
    /// - Throws: `FetchError` and `CommandFailure`.
    func fill(
        for planned: Planner.Result, found: (SHA256Value, String) throws -> Void = { _, _ in }
    ) async throws {
        let fetcher = SourceFetcher(effects: host.fetchEffects, settings: host.fetchSettings)
        for parameters in planned.fetches {
            if let store, try copy(parameters.locations, from: store) { continue }
            let file = try await fetcher.fetch(parameters.locations, into: folder)
            try keep(file.path, as: file.digest.hash)
            try found(file.digest.hash, parameters.locations.first?.fileName ?? "")
        }
    }

    /// Copies the file of these locations from the store; returns false if the store does not hold it.
    private func copy(_ locations: [SourceLocation], from store: DiskStore) throws -> Bool {
        for location in locations {
            // The path of a blob depends only on its hash.
            let stored = store.path(of: Digest(hash: location.sha256, size: 0))
            guard stored.exists else { continue }
            try? folder.makeFolders()
            try keep(stored, as: location.sha256)
            return true
        }
        return false
    }

    /// Adds a file to the mirror, unless it is already there: copies it under a temporary name and renames the copy.
    func keep(_ file: FilePath, as digest: SHA256Value) throws {
        let place = folder.appending(digest.hex)
        guard file != place else { return }
        let new = Replacement(of: place.string)
        try CommandFailure.writing(place.string) { () throws(FileError) in
            try FileSystem.copyFile(file.string, to: new.path)
            try new.place()
        }
    }
}

extension Planner.Result {
    /// The files that the plan's fetch steps name.
    var fetches: [FetchSource.Parameters] {
        plan.steps.compactMap { try? FetchSource.parameters(of: $0.work) }
    }
}
