/// Reads the symbols that a linked file exports in its trie, which remains when the symbol table is stripped.
///
/// ```
/// LC_DYLD_INFO:         cmd, cmdsize, then offset and size of rebase, bind, weak bind, lazy bind and export data (u32)
/// LC_DYLD_EXPORTS_TRIE: cmd, cmdsize, offset, size (u32)
/// node:                 size of the export data (ULEB128; 0: none), the data, number of children u8, and for each
///                       the text that leads to it (NUL-terminated) and its node's offset in the trie (ULEB128)
/// ```
/// A symbol's name is the concatenation of the texts on the path to its node. Source: Apple's `mach-o/loader.h`.
extension MachOFile {
    /// Returns the exported names, in the order of the trie; nil when there is no trie.
    public func exports() throws(ObjectFileError) -> [String]? {
        for command in commands {
            let place: Int
            switch command.kind {
            case .exports: place = 8
            case .loaderInformation, .neededLoaderInformation: place = 40
            default: continue  // An open set.
            }
            let offset: UInt32 = try command.bytes.integer(at: place, header.order)
            let size: UInt32 = try command.bytes.integer(at: place + 4, header.order)
            var walk = ExportsWalk(try bytes.slice(at: offset, size: size))
            return try walk.names()
        }
        return nil
    }
}

/// A walk over a trie. Each node is visited once: a node that is reached twice, or by a cycle, is an error. So the
/// trie's size bounds the time. The total size of the names has a limit too.
private struct ExportsWalk {
    private let trie: ByteView
    private var seen: Set<Int> = []
    private var all: [String] = []
    private var budget: Int

    init(_ trie: ByteView) {
        self.trie = trie
        budget = trie.count > Int.max / 32 ? Int.max : trie.count * 16 + 4096
    }

    mutating func names() throws(ObjectFileError) -> [String] {
        guard !trie.isEmpty else { return [] }
        var waiting: [(offset: Int, name: [UInt8])] = [(0, [])]
        while let node = waiting.popLast() {
            waiting += try visit(node.offset, node.name).reversed()
        }
        return all
    }

    private mutating func visit(
        _ offset: Int, _ name: [UInt8]
    ) throws(ObjectFileError) -> [(offset: Int, name: [UInt8])] {
        guard seen.insert(offset).inserted else { throw trie.error(.badField(.trieNode, value: UInt64(offset))) }
        var cursor = ByteCursor(trie, at: offset, .little)
        let size = try cursor.leb()
        try cursor.skip(size)
        if size > 0 { all.append(String(decoding: name, as: UTF8.self)) }
        let count: UInt8 = try cursor.integer()
        var children: [(offset: Int, name: [UInt8])] = []
        for _ in 0..<count {
            let text = try trie.terminated(at: cursor.offset)
            try cursor.skip(text.count + 1)
            let child = name + text.bytes()
            budget -= child.count
            guard budget >= 0 else { throw cursor.error(.badField(.trieNode, value: UInt64(offset))) }
            children.append((try cursor.leb(), child))
        }
        return children
    }
}
