// The machine's package sources, as apt describes them in sources.list(5): one-line entries in `sources.list` and
// `sources.list.d/*.list`, stanzas in `sources.list.d/*.sources`. Only the fields that are needed to fetch source
// packages from the same mirrors are read.

import Foundation
import Machine
import SystemPackage

/// Entries of apt's configuration.
struct AptSources: Hashable, Sendable {
    var entries: [Entry]

    /// A repository of packages.
    struct Entry: Hashable, Sendable {
        var uris: [String]
        var suites: [String]
        var components: [String]
        /// The options that define trust, by their names in the stanza form: `Signed-By`, `Trusted`, …; values may span
        /// lines, each further line beginning with a space.
        var trust: [String: String]
    }

    /// The options that a private copy of an entry preserves.
    static let trustOptions = [
        "Signed-By", "Trusted", "Check-Valid-Until", "Check-Date", "Allow-Insecure", "Allow-Weak",
    ]

    /// Reads the configuration below a folder such as `/etc/apt`. Files that cannot be read count as empty.
    static func read(folder: FilePath) -> AptSources {
        let parts = folder.appending("sources.list.d")
        let lists = [folder.appending("sources.list")] + files(in: parts, with: ".list")
        let stanzas = files(in: parts, with: ".sources")
        return AptSources(
            entries: stanzas.flatMap { entries(stanzas: $0.text ?? "") }
                + lists.flatMap { entries(lines: $0.text ?? "") })
    }

    private static func files(in folder: FilePath, with suffix: String) -> [FilePath] {
        folder.entries.filter { $0.string.hasSuffix(suffix) }
    }
}
