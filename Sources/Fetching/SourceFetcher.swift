// Fetches a pinned file from the first location that has it. Each failed location is reported in one line. A file is
// used only after its digest is verified. Downloader, DebianSource and PyPISource handle the kinds of locations.

import Basics
import Machine
import Network
import Steps
import SystemPackage

/// Fetches pinned files.
public struct SourceFetcher: Sendable {
    public var effects: FetchEffects
    public var settings: Settings

    /// The user's settings.
    public struct Settings: Sendable {
        /// A folder that is searched first, by digest and then by file name.
        public var mirror: FilePath?
        /// Whether the network is switched off.
        public var isOffline: Bool
        public var download: Downloader.Policy
        /// The folder of apt's configuration.
        var aptFolder: FilePath = "/etc/apt"

        public init(mirror: FilePath? = nil, isOffline: Bool = false, download: Downloader.Policy) {
            self.mirror = mirror
            self.isOffline = isOffline
            self.download = download
        }
    }

    public init(effects: FetchEffects, settings: Settings) {
        self.effects = effects
        self.settings = settings
    }

    /// Fetches the file from the first location that has it into `folder`, where it is named by its SHA-256, and
    /// returns it.
    ///
    /// The folder is created when it is missing. While another task or process fetches the same file into the folder,
    /// this call waits and then uses the file that was fetched. Partial downloads stay in the folder; a later call
    /// continues them.
    public func fetch(_ locations: [SourceLocation], into folder: FilePath) async throws(FetchError) -> FetchedFile {
        guard !locations.isEmpty else { throw .nowhere }
        try onDisk(folder.makeFolders())
        let store = VerifiedFolder(path: folder) { [effects] sha256 in
            effects.say("waiting for another run that fetches `\(sha256)` into `\(folder)`")
        }
        var failures: [FetchError.Failure] = []
        for place in places(locations, store) {
            guard !Task.isCancelled else { throw .cancelled }
            do {
                return try await place.file()
            } catch .cancelled {
                throw .cancelled
            } catch {
                failures.append(FetchError.Failure(place: place.name, reason: error))
                effects.say("`\(place.name)`: \(error)")
            }
        }
        throw .exhausted(failures)
    }

    private struct Place {
        let name: String
        let file: () async throws(FetchError) -> FetchedFile
    }

    /// Returns the mirror, if there is one, and the locations, in the order in which they are tried.
    private func places(_ locations: [SourceLocation], _ store: VerifiedFolder) -> [Place] {
        let mirror = settings.mirror.map { mirror in
            Place(name: mirror.string) { () async throws(FetchError) in
                try await MirrorFolder(path: mirror).file(for: locations, into: store)
            }
        }
        let others = locations.map { location in
            Place(name: location.words) { () async throws(FetchError) in
                try await store.withLock(on: location.sha256) { () async throws(FetchError) in
                    try await file(at: location, into: store)
                }
            }
        }
        return [mirror].compactMap { $0 } + others
    }

    private func file(
        at location: SourceLocation, into store: VerifiedFolder
    ) async throws(FetchError) -> FetchedFile {
        switch location {
        case .path(let path, let sha256):
            return try await store.copy(FilePath(path), expecting: sha256)
        case .url(let address, let sha256):
            return try await download(address, expecting: sha256, into: store)
        case .debian(let package, let version, let file, let suites, let sha256):
            guard !settings.isOffline else { throw .offline }
            let source = DebianSource(effects: effects, aptFolder: settings.aptFolder)
            let wanted = DebianSource.Request(package: package, version: version, file: file, sha256: sha256)
            return try await store.adopt(expecting: sha256) { scratch throws(FetchError) in
                try await source.fetch(wanted, suites: suites, into: scratch)
            }
        case .pypi(let package, let version, let platform, let file, let sha256):
            guard !settings.isOffline else { throw .offline }
            let wheel = PyPISource.Request(package: package, version: version, platform: platform, file: file)
            let source = PyPISource(effects: effects)
            return try await store.adopt(expecting: sha256) { scratch throws(FetchError) in
                try await source.fetch(wheel, into: scratch)
            }
        }
    }

    private func download(
        _ address: String, expecting sha256: SHA256Value, into store: VerifiedFolder
    ) async throws(FetchError) -> FetchedFile {
        guard !settings.isOffline || Address.scheme(of: address) == .file else { throw .offline }
        let downloader = Downloader(transport: effects.transport, clock: effects.clock, policy: settings.download)
        let part = store.part(of: sha256)
        let isContinued = part.fileSize ?? 0 > 0
        do throws(Trouble) {
            try await downloader.download(address, into: part, progress: effects.progress)
        } catch {
            throw FetchError(error)
        }
        do throws(FetchError) {
            return try await store.keep(part, expecting: sha256)
        } catch .wrongDigest where isContinued {
            // The partial file may have been a part of another file. It has been removed: download once more from the
            // start.
            return try await download(address, expecting: sha256, into: store)
        }
    }
}
