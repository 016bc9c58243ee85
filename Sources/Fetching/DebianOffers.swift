// The versions of a source package in Debian's suites, through apt in the same way as DebianSource.

import Basics
import SystemPackage

/// Lists the versions of Debian source packages.
public struct DebianOffers: Sendable {
    private let source: DebianSource

    public init(effects: FetchEffects, settings: SourceFetcher.Settings) {
        source = DebianSource(effects: effects, aptFolder: settings.aptFolder)
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
}
