// The versions of a source package in Debian's suites, through apt in the same way as DebianSource.

import Basics
import SystemPackage

/// Lists the versions of Debian source packages.
public struct DebianOffers: Sendable {
    private let source: DebianSource

    /// A version in a suite.
    public struct Offer: Hashable, Sendable {
        public var suite: String
        /// The package's version: `[epoch:]upstream[-revision]`.
        public var version: String
        /// The SHA-256 of its files, by name.
        public var files: [String: SHA256Value]
        /// The address of upstream's page.
        public var homepage: String?

        /// Upstream's version: without epoch and revision.
        public var upstream: String {
            let afterEpoch = version.firstIndex(of: ":").map { version[version.index(after: $0)...] } ?? version[...]
            return String(afterEpoch.lastIndex(of: "-").map { afterEpoch[..<$0] } ?? afterEpoch)
        }

        /// Upstream's tarball; nil for a package that has several or none.
        public var tarball: (name: String, sha256: SHA256Value)? {
            let tarballs = files.filter { $0.key.contains(".orig.tar.") && !$0.key.hasSuffix(".asc") }
            return tarballs.count == 1 ? tarballs.first.map { ($0.key, $0.value) } : nil
        }
    }

    public init(effects: FetchEffects, settings: SourceFetcher.Settings) {
        source = DebianSource(effects: effects, aptFolder: settings.aptFolder)
    }

    /// The versions of a package in the suites, in the order of the suites; none for a suite without the package. The
    /// caller removes `scratch`. Throws when a suite's index cannot be read.
    public func list(
        _ package: String, suites: [String], scratch: FilePath
    ) async throws(FetchError) -> [Offer] {
        try ToolWord.check([package] + suites)
        let sources = AptSources.read(folder: source.aptFolder)
        var offers: [Offer] = []
        for suite in suites {
            let found = try await source.packages(
                package, suite: suite, mirrors: sources.mirrors(of: suite), into: scratch)
            offers += found.map { Offer(suite: suite, version: $0.version, files: $0.files, homepage: $0.homepage) }
        }
        return offers
    }
}
