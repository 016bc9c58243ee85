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

    /// Downloads the newest version of a binary package over all suites, and returns its name and digest; nil when all
    /// suites have only versions older than `known`. Versions are compared as dpkg compares them: the order of the
    /// suites does not matter. The caller removes `scratch`.
    ///
    /// - Parameter known: the pinned version, and a file of the package for the same architecture.
    /// - Throws: `FetchError` when no suite has the package, when a suite's index cannot be read, or without network.
    public func newest(
        _ package: String, than known: (version: String, file: String), suites: [String], scratch: FilePath
    ) async throws(FetchError) -> Offer? {
        guard !isOffline else { throw .offline }
        try ToolWord.check([package] + suites)
        let sources = AptSources.read(folder: source.aptFolder)
        var isOffered = false
        var offer: Offer?
        for suite in suites {
            let oldest = DebianVersion(offer?.version ?? known.version)
            let newest = try await source.newest(
                package, like: known.file, suite: suite, mirrors: sources.mirrors(of: suite), into: scratch
            ) { found in
                let version = DebianVersion(found.version)
                return offer == nil ? version >= oldest : version > oldest
            }
            guard let newest else { continue }
            isOffered = true
            guard let file = newest.file else { continue }
            offer = Offer(
                version: newest.version, file: file.name, digest: try onDisk(Digest(ofFile: file.path.string)))
        }
        guard isOffered else { throw .notOffered(what: "the package `\(package)`") }
        return offer
    }
}
