// Finds the versions of a file in a server's folder by the links of its index page: the web server's listing, or a page
// that replaces it. Only links to files in that folder count.

import Basics
import Foundation
import Machine
import Network
import Store
import SystemPackage

/// Lists the versions of a file at an address.
public struct WebOffers: Sendable {
    private let downloader: Downloader
    private let isOffline: Bool

    /// A file in the folder whose name differs from that of the known file only by the version.
    public struct Offer: Hashable, Sendable {
        public var version: Version
        public var address: String
    }

    public init(effects: FetchEffects, settings: SourceFetcher.Settings) {
        downloader = Downloader(transport: effects.transport, clock: effects.clock, policy: settings.download)
        isOffline = settings.isOffline
    }

    /// Returns the versions in the folder of a known file. Nil unless the version occurs in the file's name and in no
    /// folder of the address: only then are the other versions in the same folder. The caller removes `scratch`.
    public func list(
        _ address: String, version: Version, scratch: FilePath
    ) async throws(FetchError) -> [Offer]? {
        guard let pattern = AddressPattern(address, version: version) else { return nil }
        let page = scratch.appending("index")
        try await download(pattern.folder, into: page)
        defer { try? page.removeTree() }
        guard let text = page.text else { throw .noSuchFile(page.string) }
        return Self.links(in: text).compactMap(pattern.offer).uniqued()
    }

    /// Downloads the file at an address and returns its digest.
    public func digest(of address: String, scratch: FilePath) async throws(FetchError) -> SHA256Value {
        let file = scratch.appending("file")
        try await download(address, into: file)
        defer { try? file.removeTree() }
        return try onDisk(Digest(ofFile: file.string)).hash
    }

    private func download(_ address: String, into file: FilePath) async throws(FetchError) {
        guard !isOffline else { throw .offline }
        do throws(Trouble) {
            try await downloader.download(address, into: file)
        } catch {
            throw FetchError(error)
        }
    }

    /// Returns the values of `href` attributes, which may have double quotes, single quotes or none.
    static func links(in page: String) -> [String] {
        page.matches(of: /(?i)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/).map { match in
            String(match.1 ?? match.2 ?? match.3 ?? "")
        }
    }
}

/// An address whose last component, and no other, contains a version.
struct AddressPattern {
    /// The address of the folder, with a slash at the end.
    let folder: String
    private let prefix: String
    private let suffix: String

    init?(_ address: String, version: Version) {
        guard let slash = address.lastIndex(of: "/"), !address.contains("?"), !address.contains("#") else { return nil }
        folder = String(address[...slash])
        let name = address[address.index(after: slash)...]
        guard !folder.contains(version.string), let place = name.firstRange(of: version.string) else { return nil }
        prefix = String(name[..<place.lowerBound])
        suffix = String(name[place.upperBound...])
        guard !prefix.isEmpty else { return nil }
    }

    /// Returns the offer that a link leads to; nil for a link to any other file. A version with letters is not a
    /// release.
    func offer(_ link: String) -> WebOffers.Offer? {
        var name = link[...]
        if let path = folder.firstRange(of: "://").map({ folder[$0.upperBound...].drop { $0 != "/" } }) {
            for start in [folder[...], path, "./"] where name.hasPrefix(start) {
                name = name.dropFirst(start.count)
                break
            }
        }
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else {
            return nil
        }
        let text = name.dropFirst(prefix.count).dropLast(suffix.count)
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let version = Version(String(text)) else {
            return nil
        }
        return WebOffers.Offer(version: version, address: folder + name)
    }
}
