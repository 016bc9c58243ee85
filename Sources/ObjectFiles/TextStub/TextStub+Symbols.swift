/// Returns the symbols that a stub provides to a link for one target.
extension TextStub {
    /// Returns every symbol that the library exports for a target (`arm64-macos`, `armv7-ios`), including those of
    /// re-exported libraries in the same stream.
    public func symbols(for target: String) -> [String] {
        var all: [String] = []
        let groups = groups(for: target)
        all.reserveCapacity(groups.reduce(0) { $0 + $1.kind.prefixes.count * ($1.words.count + $1.escaped.count) })
        for group in groups {
            let prefixes = group.kind.prefixes
            for word in group.words { all += prefixes.map { $0 + text(word) } }
            for name in group.escaped { all += prefixes.map { $0 + name } }
        }
        return all
    }

    /// Returns the libraries that the stub re-exports for a target but that are not documents of the stream, so that
    /// other files must provide them.
    public func missingReexports(for target: String) -> [String] {
        reached(for: target).missing
    }

    /// Returns whether the library lists a target.
    public func supports(_ target: String) -> Bool { documents.first?.targets.contains(target) ?? false }

    func groups(for target: String) -> [Symbols] {
        reached(for: target).documents.flatMap { $0.exports }.filter { $0.targets.contains(target) }
    }

    func text(_ word: TextStubWord) -> String {
        bytes.withUnsafeBytes { String(decoding: $0[word.range], as: UTF8.self) }
    }

    /// Returns the first document and all that it re-exports, directly or through others.
    private func reached(for target: String) -> (documents: [Document], missing: [String]) {
        var byName: [String: Document] = [:]
        for document in documents { byName[document.installName] = document }
        var seen: Set<String> = []
        var missing: [String] = []
        var queue = documents.prefix(1).map { $0 }
        var next = 0
        while next < queue.count {
            let document = queue[next]
            next += 1
            for group in document.reexportedLibraries where group.targets.contains(target) {
                for name in group.names where seen.insert(name).inserted {
                    if let found = byName[name] { queue.append(found) } else { missing.append(name) }
                }
            }
        }
        return (queue, missing)
    }
}
