// Fetches a pinned file from the first place that has it. Each failed place is reported in one line; no byte is used
// before its digest is verified. Downloader, DebianSource and PyPISource know the kinds of places.

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
        public var aptFolder: FilePath

        public init(
            mirror: FilePath? = nil, isOffline: Bool = false, download: Downloader.Policy,
            aptFolder: FilePath = "/etc/apt"
        ) {
            self.mirror = mirror
            self.isOffline = isOffline
            self.download = download
            self.aptFolder = aptFolder
        }
    }

    public init(effects: FetchEffects, settings: Settings) {
        self.effects = effects
        self.settings = settings
    }

    /// The file from the first place that has it, stored in `folder` by its SHA-256.
    ///
    /// The folder is created when it is missing. While another task or process fetches the same file into the folder,
    /// this call waits and then uses its result. Partial downloads stay in the folder; a later call continues them.
    public func fetch(_ locations: [SourceLocation], into folder: FilePath) async throws(FetchError) -> FetchedFile {
        guard !locations.isEmpty else { throw .nowhere }
        try onDisk(folder.makeFolders())
        let store = VerifiedFolder(path: folder) { [effects] sha256 in
            effects.say("waiting for another run that fetches `\(sha256)` into `\(folder)`")
        }
        var attempts: [FetchError.Attempt] = []
        for place in places(locations) {
            do {
                return try await ask(place, into: store)
            } catch .cancelled {
                throw .cancelled
            } catch {
                attempts.append(FetchError.Attempt(place: place.description, reason: error))
                effects.say("`\(place)`: \(error)")
            }
        }
        throw .exhausted(attempts)
    }

    private enum Place: CustomStringConvertible {
        case mirror(FilePath, [SourceLocation])
        case location(SourceLocation)

        var description: String {
            switch self {
            case .mirror(let folder, _): folder.string
            case .location(let location): location.words
            }
        }
    }

    private func places(_ locations: [SourceLocation]) -> [Place] {
        (settings.mirror.map { [.mirror($0, locations)] } ?? []) + locations.map { .location($0) }
    }

    private func ask(_ place: Place, into store: VerifiedFolder) async throws(FetchError) -> FetchedFile {
        guard !Task.isCancelled else { throw .cancelled }
        switch place {
        case .mirror(let mirror, let locations):
            return try await MirrorFolder(path: mirror).file(for: locations, into: store)
        case .location(let location):
            let file = try await store.withLock(on: location.sha256) { () async throws(FetchError) in
                try await self.file(at: location, into: store)
            }
            return FetchedFile(path: file.path, digest: file.digest, origin: .location(location))
        }
    }

    private func file(
        at location: SourceLocation, into store: VerifiedFolder
    ) async throws(FetchError) -> VerifiedFile {
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
    ) async throws(FetchError) -> VerifiedFile {
        guard !settings.isOffline || Address.scheme(of: address) == .file else { throw .offline }
        let downloader = Downloader(transport: effects.transport, clock: effects.clock, policy: settings.download)
        let part = store.part(of: sha256)
        let isContinued = part.fileSize ?? 0 > 0
        do {
            try await downloader.download(address, into: part, progress: effects.progress)
            return try await store.keep(part, expecting: sha256)
        } catch let trouble as Trouble {
            throw trouble == .cancelled ? .cancelled : .transfer(trouble)
        } catch FetchError.wrongDigest where isContinued {
            // The partial file may have been of another file. It was removed: download once more from the start.
            return try await download(address, expecting: sha256, into: store)
        } catch let error as FetchError {
            throw error
        } catch {
            throw .transfer(Trouble(.local("\(error)")))
        }
    }
}
