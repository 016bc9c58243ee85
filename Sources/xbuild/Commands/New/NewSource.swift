import Actions
import Basics
import Fetching
import Foundation
import Machine
import Proposing
import Recipes
import Store
import SystemPackage

/// The source of a new recipe: its location, its digest, and the facts that can be derived from the location.
struct NewSource {
    var source: ProposedSource
    var name: String
    var version: Version?
    var homepage: String?
    /// A folder with the archive, named by its digest; nil if the archive is not fetched yet.
    var mirror: String?
    /// The path of an archive that must be copied to the recipe's folder; nil for other sources.
    var archive: String?

    /// Returns the source at a place, which is `debian:PACKAGE`, an address, or a file.
    ///
    /// - Throws: `FetchError` and `CommandFailure`.
    static func found(_ place: String, suite: String, scratch: String, host: Host) async throws -> NewSource {
        if place.hasPrefix("debian:") {
            return try await debian(
                String(place.dropFirst("debian:".count)), suite: suite, scratch: scratch, host: host)
        }
        if place.hasPrefix("https://") || place.hasPrefix("http://") {
            return try await address(place, scratch: scratch, host: host)
        }
        return try file(place, scratch: scratch, host: host)
    }

    private static func debian(_ package: String, suite: String, scratch: String, host: Host) async throws -> NewSource
    {
        let offers = try await DebianOffers(effects: host.fetchEffects, settings: host.fetchSettings)
            .list(package, suites: [suite], scratch: FilePath(scratch))
        let usable = offers.compactMap { offer in
            // Debian marks a repacked archive with `+…`.
            Version(String(offer.upstream.prefix { $0 != "+" })).map { ($0, offer) }
        }
        guard let (version, offer) = usable.max(by: { $0.0 < $1.0 }), let tarball = offer.tarball else {
            throw CommandFailure(
                .noSource, error: "`\(suite)` has no source package `\(package)` with a single upstream archive")
        }
        let place = ProposedSource.Place.debian(
            package: package, version: offer.upstream, file: tarball.name, suite: suite)
        return NewSource(
            source: ProposedSource(place: place, sha256: tarball.sha256), name: package, version: version,
            homepage: offer.homepage)
    }

    private static func address(_ address: String, scratch: String, host: Host) async throws -> NewSource {
        let settings = host.fetchSettings
        guard !settings.isOffline else {
            throw CommandFailure(.noSource, error: "`\(address)` needs the network, which is switched off")
        }
        let mirror = try Self.mirror(in: scratch, host)
        let part = mirror + "/download"
        let effects = host.fetchEffects
        do {
            try await Downloader(transport: effects.transport, clock: effects.clock, policy: settings.download)
                .download(address, into: FilePath(part))
        } catch {
            throw CommandFailure(.noSource, error: "`\(address)`: \(error)")
        }
        let digest = try Self.digest(ofFile: part)
        try CommandFailure.writing(mirror) { () throws(FileError) in
            try FileSystem.rename(part, to: "\(mirror)/\(digest.hex)")
        }
        let last = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? ""
        let (name, version) = LibraryFacts.named(by: last)
        return NewSource(
            source: ProposedSource(place: .url(address), sha256: digest), name: name, version: version, mirror: mirror)
    }

    private static func file(_ words: String, scratch: String, host: Host) throws -> NewSource {
        let path = host.absolute(words)
        guard let kind = FileSystem.kind(path), kind != .folder else {
            throw CommandFailure(
                .usage, error: "there is no archive `\(words)`", hint: "name a file, an address, or `debian:PACKAGE`")
        }
        let name = URL(filePath: path).lastPathComponent
        let mirror = try Self.mirror(in: scratch, host)
        let digest = try Self.digest(ofFile: path)
        let copy = "\(mirror)/\(digest.hex)"
        // The user's own mirror, whose files are in the folder, may contain the archive.
        if !FileSystem.exists(copy) {
            try CommandFailure.writing(mirror) { () throws(FileError) in try FileSystem.copyFile(path, to: copy) }
        }
        let (library, version) = LibraryFacts.named(by: name)
        return NewSource(
            source: ProposedSource(place: .path(name), sha256: digest), name: library, version: version, mirror: mirror,
            archive: path)
    }

    /// Makes a mirror folder with the files of the user's mirror, to which a file can be added; returns its path.
    private static func mirror(in scratch: String, _ host: Host) throws -> String {
        let folder = scratch + "/mirror"
        try CommandFailure.writing(folder) { () throws(FileError) in
            try FileSystem.makeFolders(folder)
            guard let own = host.fetchSettings.mirror?.string else { return }
            for name in (try? FileSystem.repairedNames(in: own)) ?? [] {
                let (from, to) = ("\(own)/\(name)", "\(folder)/\(name)")
                // Files whose names are not UTF-8 are no sources and are skipped: the path with the repaired name does
                // not exist.
                guard (try? FileStatus.of(from))?.kind == .file else { continue }
                // Hard links, because symbolic links in a mirror are ignored.
                if (try? FileSystem.makeHardLink(to, to: from)) == nil { try FileSystem.copyFile(from, to: to) }
            }
        }
        return folder
    }

    private static func digest(ofFile path: String) throws -> SHA256Value {
        do { return try Digest(ofFile: path).hash } catch {
            throw CommandFailure(.usage, error: "cannot read `\(path)`")
        }
    }
}
