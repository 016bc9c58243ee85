// An apt of our own beside the machine's: the machine's settings (proxies, certificates, keyrings), but one source
// entry and all lists, caches and locks in a private folder. Nothing of the system's is written.

import Basics
import SystemPackage

/// The private folder of one suite of one mirror.
struct PrivateApt: Sendable {
    let folder: FilePath

    var configuration: FilePath { folder.appending("apt.conf") }

    /// Where `apt-get source` leaves what it downloads.
    var downloads: FilePath { folder.appending("downloads") }

    /// Makes the folder for one suite of a mirror.
    func prepare(entry: AptSources.Entry, suite: String) throws(FetchError) {
        guard !folder.string.contains(where: { $0 == "\"" || $0.isNewline }) else {
            throw .fileSystem(operation: "tell apt of", path: folder.string, reason: "the path holds a quote")
        }
        for name in ["sources", "lists/partial", "cache/archives/partial", "state", "downloads"] {
            try Files.makeFolder(folder.appending(FilePath(name).components))
        }
        try Files.write(
            Self.stanza(entry: entry, suite: suite), to: folder.appending("sources").appending("xbuild.sources"))
        try Files.write(settings, to: configuration)
    }

    /// The one source entry: source packages of one suite's main part.
    static func stanza(entry: AptSources.Entry, suite: String) -> String {
        let trust = AptSources.trustOptions.compactMap { name in entry.trust[name].map { "\(name): \($0)\n" } }
        return """
            Types: deb-src
            URIs: \(entry.uris.joined(separator: " "))
            Suites: \(suite)
            Components: main

            """ + trust.joined()
    }

    /// Read by apt after the machine's own settings. The machine's hooks are cleared, since they touch its own caches;
    /// and as the folder may be below one that apt's unprivileged user cannot enter, it stays the user it is.
    private var settings: String {
        """
        #clear APT::Update::Pre-Invoke;
        #clear APT::Update::Post-Invoke;
        #clear APT::Update::Post-Invoke-Success;
        Dir::Etc::sourcelist "/dev/null";
        Dir::Etc::sourceparts "\(folder)/sources";
        Dir::State "\(folder)/state";
        Dir::State::lists "\(folder)/lists";
        Dir::State::status "/dev/null";
        Dir::Cache "\(folder)/cache";
        Dir::Cache::pkgcache "";
        Dir::Cache::srcpkgcache "";
        Acquire::Languages "none";
        APT::Sandbox::User "root";
        APT::Get::List-Cleanup "false";
        APT::Update::Error-Mode "any";
        quiet "2";

        """
    }

    /// Reads the suite's index of source packages.
    var update: [String] { ["apt-get", "-c", configuration.string, "update"] }

    /// Prints what the index says of a source package.
    func show(_ package: String) -> [String] {
        ["apt-cache", "-c", configuration.string, "showsrc", "--only-source", package]
    }

    /// Downloads the file of a source package that is of the same kind as `file`, and no other.
    func download(_ package: String, version: String, file: String) -> [String] {
        ["apt-get", "-c", configuration.string, "source", "--download-only", "--only-source", Self.kind(of: file)]
            + ["\(package)=\(version)"]
    }

    private static func kind(of file: String) -> String {
        if file.hasSuffix(".dsc") { return "--dsc-only" }
        return file.contains(".debian.tar.") || file.contains(".diff.") ? "--diff-only" : "--tar-only"
    }
}
