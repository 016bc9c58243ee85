/// The symbols of a stub for one target, for lookups by name.
///
/// The index copies no text and makes no strings, since a link needs few of the tens of thousands of symbols in a
/// system library. Names of classes and the like, which stand for prefixed symbols, are looked up without the prefix.
struct TextStubIndex: Sendable {
    private let tables: [(prefixes: [String], words: TextStubWordTable)]

    /// Selects the symbols that the library defines weakly, or with `weak: false`, all other symbols.
    init(_ stub: TextStub, target: String, weak: Bool) {
        let wanted = stub.groups(for: target).filter { ($0.kind == .weak) == weak }
        tables = Dictionary(grouping: wanted, by: \.kind.prefixes).map { prefixes, groups in
            (prefixes, TextStubWordTable(groups.flatMap(\.words), escaped: groups.flatMap(\.escaped), in: stub.bytes))
        }
    }

    func contains(_ name: String) -> Bool {
        tables.contains { prefixes, words in
            prefixes.contains { prefix in
                name.utf8.starts(with: prefix.utf8)
                    && words.contains(prefix.isEmpty ? name : String(Substring(name.utf8.dropFirst(prefix.utf8.count))))
            }
        }
    }
}
