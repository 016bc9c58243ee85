import Basics

/// One version of a source package in a suite, or of a binary package, which has one file.
public struct SourcePackage: Hashable, Sendable {
    public var suite: String
    var name: String
    /// `[epoch:]upstream[-revision]`.
    public var version: String
    /// The SHA-256 of each of the package's files, by name.
    var files: [String: SHA256Value]
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

    /// Returns the packages in an index in Debian's control format (the output of `apt-cache showsrc` and `apt-cache
    /// show`).
    static func list(_ text: String, suite: String) -> [SourcePackage] {
        Stanza.list(text).compactMap { stanza in
            guard let name = stanza["Package"] ?? stanza["Source"], let version = stanza["Version"] else { return nil }
            return SourcePackage(
                suite: suite, name: name, version: version,
                files: stanza["Checksums-Sha256"].map(files) ?? binary(stanza),
                homepage: stanza["Homepage"])
        }
    }

    /// Returns the file of a binary package's entry.
    private static func binary(_ stanza: Stanza) -> [String: SHA256Value] {
        guard let name = stanza["Filename"]?.split(separator: "/").last,
            let sha256 = stanza["SHA256"].flatMap({ SHA256Value(hex: $0) })
        else { return [:] }
        return [String(name): sha256]
    }

    /// Reads lines of `SHA256 SIZE NAME`; returns the digests by name.
    private static func files(_ text: String) -> [String: SHA256Value] {
        var files: [String: SHA256Value] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 3, let sha256 = SHA256Value(hex: String(words[0])) else { continue }
            files[String(words[2])] = sha256
        }
        return files
    }

    /// Returns whether this is the requested version, which is the package's version or upstream's; nil matches all
    /// versions.
    func matches(_ wanted: String?) -> Bool { wanted == nil || wanted == version || wanted == upstream }
}
