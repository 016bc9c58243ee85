/// The symbols of a stub for one target, to be asked by name.
///
/// Nothing is copied and no string made, since a link asks for a handful of the tens of thousands that a system library
/// has. Names of classes and the like, which stand for symbols that begin with a prefix, are looked for without it.
struct TextStubIndex: Sendable {
    private let tables: [(prefixes: [String], words: TextStubWordTable)]

    /// Of those symbols only that the library defines weakly, or only of the others.
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
