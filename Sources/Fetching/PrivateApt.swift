// A private apt configuration: the machine's settings (proxies, certificates, keyrings), but only one source entry, and
// all lists, caches and locks in a private folder. Nothing is written to the system's folders.

import Basics
import Machine
import SystemPackage

/// The private folder of one suite of one mirror.
struct PrivateApt: Sendable {
    let folder: FilePath
    let kind: PackageKind

    /// The kind of packages that the index lists.
    enum PackageKind: Hashable, Sendable {
        case source
        /// Packages for one architecture; nil for the machine's own.
        case binary(architecture: String?)

        /// The kind of package to which a file belongs. The name of a binary package ends with its architecture,
        /// `NAME_VERSION_ARCHITECTURE.deb`; every machine can read packages for `all`.
        init(ofFile file: String) {
            guard file.hasSuffix(".deb") else {
                self = .source
                return
            }
            let word = file.dropLast(4).split(separator: "_").dropFirst(2).last.map(String.init)
            let isName = word?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } == true
            self = .binary(architecture: isName && word != "all" ? word : nil)
        }

        var isBinary: Bool {
            switch self {
            case .source: false
            case .binary: true
            }
        }
    }

    var configuration: FilePath { folder.appending("apt.conf") }

    /// The folder into which apt downloads.
    var downloads: FilePath { folder.appending("downloads") }

    /// Makes the folder, with the configuration for one suite of a mirror.
    func prepare(entry: AptSources.Entry, suite: String) throws(FetchError) {
        guard !folder.string.contains(where: { $0 == "\"" || $0.isNewline }) else {
            throw .unquotable(path: folder.string)
        }
        for name in ["sources", "lists/partial", "cache/archives/partial", "state", "downloads"] {
            try onDisk(folder.appending(FilePath(name).components).makeFolders())
        }
        let entry = stanza(entry: entry, suite: suite)
        try onDisk(folder.appending("sources").appending("xbuild.sources").write(entry))
        try onDisk(configuration.write(settings))
    }

    /// Returns the only source entry: packages of one suite's `main` component.
    private func stanza(entry: AptSources.Entry, suite: String) -> String {
        let trust = AptSources.trustOptions.compactMap { name in entry.trust[name].map { "\(name): \($0)\n" } }
        return """
            Types: \(kind.isBinary ? "deb" : "deb-src")
            URIs: \(entry.uris.joined(separator: " "))
            Suites: \(suite)
            Components: main

            """ + trust.joined()
    }

    /// The architecture whose packages apt lists. It replaces the machine's own and foreign architectures.
    private var architecture: String {
        guard case .binary(let architecture?) = kind else { return "" }
        return """
            #clear APT::Architectures;
            APT::Architecture "\(architecture)";
            APT::Architectures { "\(architecture)"; };

            """
    }

    /// apt reads this after the machine's own settings. The settings clear the default release, which the private
    /// index lacks, and the machine's hooks, which change the system's caches. They disable the switch to apt's
    /// unprivileged user, who may not be allowed to enter the folder.
    private var settings: String {
        """
        #clear APT::Default-Release;
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

        """ + architecture
    }

    /// The command that downloads the suite's index of packages.
    var update: [String] { ["apt-get", "-c", configuration.string, "update"] }

    /// Returns the command that prints the index's entries of a package.
    func show(_ package: String) -> [String] {
        let verb = kind.isBinary ? ["show"] : ["showsrc", "--only-source"]
        return ["apt-cache", "-c", configuration.string] + verb + [package]
    }

    /// Returns the command that downloads a binary package, or, of a source package's files, only those of the same
    /// kind as `file`.
    func download(_ package: String, version: String, file: String) -> [String] {
        let source = ["source", "--download-only", "--only-source", Self.kind(of: file)]
        return ["apt-get", "-c", configuration.string] + (kind.isBinary ? ["download"] : source)
            + ["\(package)=\(version)"]
    }

    private static func kind(of file: String) -> String {
        if file.hasSuffix(".dsc") { return "--dsc-only" }
        return file.contains(".debian.tar.") || file.contains(".diff.") ? "--diff-only" : "--tar-only"
    }
}
