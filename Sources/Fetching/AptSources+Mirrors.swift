// Selects the machine's entries that lead to a Debian archive that may hold a suite.

extension AptSources {
    /// Returns the entries that may have the source packages of `suite`: those that name the suite, otherwise those
    /// that look like a Debian archive. Archives of security updates have only suites of security updates; repositories
    /// of other vendors have no suites of Debian.
    func mirrors(of suite: String) -> [Entry] {
        let isSecurity = Self.isSecurity(suite)
        let sameKind = entries.filter {
            $0.components.contains("main") && $0.suites.contains { Self.isSecurity($0) == isSecurity }
        }
        let exact = sameKind.filter { $0.suites.contains(suite) }
        let candidates = exact.isEmpty ? sameKind.filter(Self.looksLikeDebian) : exact
        return candidates.enumerated().filter { index, entry in
            candidates.firstIndex { $0.uris == entry.uris } == index
        }.map(\.element)
    }

    private static func isSecurity(_ suite: String) -> Bool {
        suite.hasSuffix("-security") || suite.hasSuffix("/updates")
    }

    private static func looksLikeDebian(_ entry: Entry) -> Bool {
        entry.trust["Signed-By"]?.contains("debian-archive") == true
            || entry.uris.contains { uri in
                uri.split(separator: "/").last?.hasPrefix("debian") == true
            }
    }
}
