// The versions of a package in Debian's suites, through apt in the same way as DebianSource.

import Basics
import Machine
import Store
import SystemPackage

/// Lists the versions of Debian packages.
public struct DebianOffers: Sendable {
    private let source: DebianSource
    private let isOffline: Bool

    public init(effects: FetchEffects, settings: SourceFetcher.Settings) {
        source = DebianSource(effects: effects, aptFolder: settings.aptFolder)
        isOffline = settings.isOffline
    }

    /// Returns the versions of a package in the suites, in the order of the suites; none for a suite without the
    /// package. The caller removes `scratch`. Throws when a suite's index cannot be read.
    public func list(
        _ package: String, suites: [String], scratch: FilePath
    ) async throws(FetchError) -> [SourcePackage] {
        try ToolWord.check([package] + suites)
        let sources = AptSources.read(folder: source.aptFolder)
        var offers: [SourcePackage] = []
        for suite in suites {
            offers += try await source.packages(
                package, suite: suite, mirrors: sources.mirrors(of: suite), into: scratch)
        }
        return offers
    }

    /// Downloads the newest version of a binary package in the first suite that has it, and returns its name and
    /// digest. The caller removes `scratch`.
    ///
    /// - Throws: `FetchError` when no suite has the package, or without network.
    public func newest(_ package: String, suites: [String], scratch: FilePath) async throws(FetchError) -> Offer {
        guard !isOffline else { throw .offline }
        try ToolWord.check([package] + suites)
        let sources = AptSources.read(folder: source.aptFolder)
        for suite in suites {
            let mirrors = sources.mirrors(of: suite)
            let packages = try await source.packages(package, .binary, suite: suite, mirrors: mirrors, into: scratch)
            // apt-cache prints the newest version first.
            guard let newest = packages.first, let (file, sha256) = newest.files.first else { continue }
            let request = DebianSource.Request(
                package: package, version: newest.version, file: file, sha256: sha256)
            let path = try await source.fetch(request, suites: [suite], into: scratch)
            return Offer(version: newest.version, file: file, digest: try onDisk(Digest(ofFile: path.string)))
        }
        throw .notOffered(what: "the package `\(package)`")
    }
}
