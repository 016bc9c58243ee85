// The machine's package sources, as apt describes them in sources.list(5): one-line entries in `sources.list` and
// `sources.list.d/*.list`, stanzas in `sources.list.d/*.sources`. Only what is needed to ask the same mirrors for
// source packages is kept.

import Foundation
import SystemPackage

/// Entries of apt's configuration.
struct AptSources: Hashable, Sendable {
    var entries: [Entry]

    /// Where packages come from.
    struct Entry: Hashable, Sendable {
        var uris: [String]
        var suites: [String]
        var components: [String]
        /// The options that say whom apt trusts, by the names of the stanza form: `Signed-By`, `Trusted`, …; values
        /// may span lines, each further one beginning with a space.
        var trust: [String: String]
    }

    /// Options that a private copy of an entry keeps.
    static let trustOptions = [
        "Signed-By", "Trusted", "Check-Valid-Until", "Check-Date", "Allow-Insecure", "Allow-Weak",
    ]

    /// Reads the configuration below a folder such as `/etc/apt`; files that cannot be read count as empty, as they do
    /// for apt.
    static func read(folder: FilePath) -> AptSources {
        let parts = folder.appending("sources.list.d")
        let lists = [folder.appending("sources.list")] + files(in: parts, with: ".list")
        let stanzas = files(in: parts, with: ".sources")
        return AptSources(
            entries: stanzas.flatMap { entries(stanzas: text(of: $0)) } + lists.flatMap { entries(lines: text(of: $0)) }
        )
    }

    private static func files(in folder: FilePath, with suffix: String) -> [FilePath] {
        Files.names(in: folder).filter { $0.hasSuffix(suffix) }.map { folder.appending($0) }
    }

    private static func text(of file: FilePath) -> String {
        FileManager.default.contents(atPath: file.string).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
