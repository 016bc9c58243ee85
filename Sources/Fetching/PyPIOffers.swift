import Basics
import Machine
import Store
public import SystemPackage

/// Finds the newest wheel of a package, through pip.
public struct PyPIOffers: Sendable {
    private let source: PyPISource
    private let isOffline: Bool

    public init(effects: FetchEffects, settings: SourceFetcher.Settings) {
        (source, isOffline) = (PyPISource(effects: effects), settings.isOffline)
    }

    /// Downloads the newest wheel of a package for the platform of a known wheel and returns its name and digest. The
    /// caller removes `scratch`.
    ///
    /// - Throws: `FetchError` when there is no such wheel, or no network.
    public func newest(
        _ package: String, like known: String, scratch: FilePath
    ) async throws(FetchError) -> Offer {
        guard !isOffline else { throw .offline }
        let wheel = try await source.fetch(PyPISource.Request(package: package, file: known), into: scratch)
        let file = wheel.lastComponent?.string ?? ""
        // NAME-VERSION-…: https://packaging.python.org, "Binary distribution format". A name contains no hyphen.
        let parts = file.split(separator: "-")
        guard parts.count >= 5 else { throw .notOffered(what: "a wheel of `\(package)`") }
        return Offer(version: String(parts[1]), file: file, digest: try onDisk(Digest(ofFile: wheel.string)))
    }
}
