// Fetches a file of a Debian package through apt, with the machine's mirrors and keyrings, from one suite after
// another. The version of the package with this file is looked up in the suite's index: Debian's revisions change while
// upstream's tarball stays the same.

import Basics
import Machine
import SystemPackage

/// Fetches files of Debian source packages, and binary packages.
struct DebianSource: Sendable {
    var effects: FetchEffects
    /// The folder of apt's configuration.
    var aptFolder: FilePath

    /// The requested file.
    struct Request: Hashable, Sendable {
        var package: String
        /// The package's version, or upstream's; nil for any version with the file.
        var version: String?
        var file: String
        var sha256: SHA256Value
    }

    /// Fetches the file into `scratch` and returns its path. The caller checks the digest.
    func fetch(_ request: Request, suites: [String], into scratch: FilePath) async throws(FetchError) -> FilePath {
        try ToolWord.check([request.package] + [request.version].compactMap { $0 } + suites)
        let sources = AptSources.read(folder: aptFolder)
        var failures: [FetchError.Failure] = []
        for suite in suites {
            do {
                return try await fetch(request, suite: suite, mirrors: sources.mirrors(of: suite), into: scratch)
            } catch .cancelled {
                throw .cancelled
            } catch {
                failures.append(FetchError.Failure(place: suite, reason: error))
            }
        }
        throw .noSuite(failures)
    }

    private func fetch(
        _ request: Request, suite: String, mirrors: [AptSources.Entry], into scratch: FilePath
    ) async throws(FetchError) -> FilePath {
        let kind = PrivateApt.PackageKind(ofFile: request.file)
        return try await withIndex(of: suite, kind, mirrors, in: scratch) { apt async throws(FetchError) in
            let packages = try await packages(request.package, suite: suite, apt)
            let offers = packages.filter { $0.matches(request.version) }
            guard let offer = offers.first(where: { $0.files[request.file] == request.sha256 }) else {
                let other = offers.lazy.compactMap { $0.files[request.file] }.first
                throw other.map { .wrongDigest(expected: request.sha256, found: $0) }
                    ?? .notOffered(what: "`\(request.file)` of `\(request.package)`")
            }
            return try await download(request.file, of: offer, apt)
        }
    }

    /// Downloads a file of a version in the index and returns its path.
    private func download(
        _ file: String, of offer: SourcePackage, _ apt: PrivateApt
    ) async throws(FetchError) -> FilePath {
        _ = try await run(apt.download(offer.name, version: offer.version, file: file), apt, in: apt.downloads)
        // `apt-get download` writes the version's epoch into the name; the index does not. The folder has only this
        // package.
        let names = apt.kind.isBinary ? try onDisk(FileSystem.repairedNames(in: apt.downloads.string)) : []
        return apt.downloads.appending(names.first { $0.hasSuffix(".deb") } ?? file)
    }

    /// The newest version of a binary package in a suite, and its file if it was downloaded.
    struct Newest {
        var version: String
        var file: (name: String, path: FilePath)?
    }

    /// Returns the newest version of a binary package in a suite; nil when the suite does not have the package. Its
    /// file is downloaded when `isWanted` returns true for the version.
    ///
    /// - Parameter file: the name of a file of the package, which has the architecture.
    func newest(
        _ package: String, like file: String, suite: String, mirrors: [AptSources.Entry], into scratch: FilePath,
        where isWanted: (SourcePackage) -> Bool
    ) async throws(FetchError) -> Newest? {
        let kind = PrivateApt.PackageKind(ofFile: file)
        return try await withIndex(of: suite, kind, mirrors, in: scratch) { apt async throws(FetchError) in
            // apt-cache prints the newest version first.
            guard let newest = try await packages(package, suite: suite, apt).first else { return nil }
            guard isWanted(newest), let name = newest.files.keys.first else {
                return Newest(version: newest.version, file: nil)
            }
            return Newest(version: newest.version, file: (name, try await download(name, of: newest, apt)))
        }
    }

    /// Returns the versions of a source package in a suite's index, from the first mirror that answers; none when the
    /// suite does not have the package.
    func packages(
        _ package: String, suite: String, mirrors: [AptSources.Entry], into scratch: FilePath
    ) async throws(FetchError) -> [SourcePackage] {
        try await withIndex(of: suite, .source, mirrors, in: scratch) { apt async throws(FetchError) in
            try await packages(package, suite: suite, apt)
        }
    }

    /// Returns the result of `body` with the suite's index from the first mirror for which it succeeds.
    private func withIndex<Value>(
        of suite: String, _ kind: PrivateApt.PackageKind, _ mirrors: [AptSources.Entry], in scratch: FilePath,
        _ body: (PrivateApt) async throws(FetchError) -> Value
    ) async throws(FetchError) -> Value {
        var failure = FetchError.noDebianMirror
        for (index, entry) in mirrors.enumerated() {
            let folder = scratch.appending("apt-\(suite.filter { $0 != "/" })-\(index)")
            let apt = PrivateApt(folder: folder, kind: kind)
            do {
                try apt.prepare(entry: entry, suite: suite)
                _ = try await run(apt.update, apt, in: apt.folder)
                return try await body(apt)
            } catch .cancelled {
                throw .cancelled
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func packages(
        _ package: String, suite: String, _ apt: PrivateApt
    ) async throws(FetchError) -> [SourcePackage] {
        do {
            let index = try await run(apt.show(package), apt, in: apt.folder)
            return SourcePackage.list(index, suite: suite).filter { $0.name == package }
        } catch .toolFailed {
            // apt-cache fails when the suite has no such package.
            return []
        }
    }

    private func run(
        _ arguments: [String], _ apt: PrivateApt, in folder: FilePath
    ) async throws(FetchError) -> String {
        // Without LC_ALL, apt would translate its messages, whose prefixes are parsed. apt's temporary files are
        // removed with the folder.
        let environment = effects.environment.merging(["LC_ALL": "C", "TMPDIR": apt.folder.string]) { $1 }
        let tool = Tool(name: arguments[0], package: "apt", errorMarks: ["E: ", "W: "])
        return try await tool.run(arguments, environment: environment, folder: folder, effects.processes)
    }
}
