import Basics
import Fetching
import Recipes
import SystemPackage

/// Finds newer versions of a recipe's sources.
struct NewerSources {
    let host: Host
    /// Debian's releases to look in; empty for the recipe's releases, then testing and unstable.
    let suites: [String]
    let scratch: FilePath

    /// An available version, and its pins.
    struct Offer {
        var version: Version
        var pin: Pin

        enum Pin {
            case known(VersionChange.Source)
            /// The digest of the contents at the address.
            case address(String)
        }
    }

    /// Returns the newer versions of a source; nil if its versions cannot be listed.
    func offers(for source: Source, than version: Version) async throws(FetchError) -> [Offer]? {
        switch source.place {
        case .debian(let file): try await debian(file).filter { $0.version > version }
        case .url(let addresses): try await web(addresses[0].string, version)?.filter { $0.version > version }
        case .pypi, .path: nil
        }
    }

    func source(of offer: Offer) async throws(FetchError) -> VersionChange.Source {
        switch offer.pin {
        case .known(let source): return source
        case .address(let address):
            return VersionChange.Source(.url, sha256: try await webOffers.digest(of: address, scratch: scratch))
        }
    }

    private var webOffers: WebOffers { WebOffers(effects: host.fetchEffects, settings: host.fetchSettings) }

    private func web(_ address: String, _ version: Version) async throws(FetchError) -> [Offer]? {
        try await webOffers.list(address, version: version, scratch: scratch)?
            .map { Offer(version: $0.version, pin: .address($0.address)) }
    }

    private func debian(_ file: Source.DebianFile) async throws(FetchError) -> [Offer] {
        let own = file.suites + ["testing", "unstable"].filter { !file.suites.contains($0) }
        let listing = DebianOffers(effects: host.fetchEffects, settings: host.fetchSettings)
        return try await listing.list(file.package, suites: suites.isEmpty ? own : suites, scratch: scratch)
            .compactMap(Self.offer)
    }

    /// Returns the offer with upstream's version; nil for pre-releases and for versions that a recipe cannot use.
    /// Debian marks a repacked archive with `+…`, and a pre-release with `~…`.
    private static func offer(_ offer: SourcePackage) -> Offer? {
        let upstream = offer.upstream.prefix { $0 != "+" }
        guard !upstream.contains("~"), let version = Version(String(upstream)), let tarball = offer.tarball,
            let file = RelativePath(tarball.name)
        else { return nil }
        let place = VersionChange.Source.Place.debian(version: offer.upstream, file: file, suite: offer.suite)
        return Offer(version: version, pin: .known(VersionChange.Source(place, sha256: tarball.sha256)))
    }
}
