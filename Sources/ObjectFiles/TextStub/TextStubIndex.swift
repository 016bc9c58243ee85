/// The symbols of a stub for one target, to be asked by name.
///
/// A table with open addressing over the words in the text: nothing is copied and no string made, since a link asks for
/// a handful of the tens of thousands that a system library has.
struct TextStubIndex: Sendable {
    private let bytes: ByteView
    private let words: [TextStubWord]
    // Index of a word plus one, or 0 for a free slot. The size is a power of two.
    private var slots: [UInt32]
    /// Names of classes and the like, of which there are few.
    private var derived: Set<String> = []

    /// Of those symbols only that the library defines weakly, or only of the others.
    init(_ stub: TextStub, target: String, weak: Bool) {
        bytes = stub.bytes
        var words: [TextStubWord] = []
        for group in stub.groups(for: target) where (group.kind == .weak) == weak {
            let prefixes = group.kind.prefixes
            for name in group.escaped { derived.formUnion(prefixes.map { $0 + name }) }
            if prefixes == [""] {
                words += group.words
            } else {
                for word in group.words { derived.formUnion(prefixes.map { $0 + stub.text(word) }) }
            }
        }
        self.words = words
        slots = []
        slots = Self.table(of: words, in: bytes)
    }

    private static func table(of words: [TextStubWord], in bytes: ByteView) -> [UInt32] {
        var size = 16
        while size < words.count * 2 { size *= 2 }
        var slots = [UInt32](repeating: 0, count: size)
        bytes.withUnsafeBytes { text in
            for (index, word) in words.enumerated() {
                var slot = Int(hash(text[range(word)])) & (size - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
                slots[slot] = UInt32(index + 1)
            }
        }
        return slots
    }

    func contains(_ name: String) -> Bool {
        var name = name
        let isPlain = name.withUTF8 { wanted in
            bytes.withUnsafeBytes { text in
                var slot = Int(Self.hash(UnsafeRawBufferPointer(wanted)[...])) & (slots.count - 1)
                while slots[slot] != 0 {
                    let word = words[Int(slots[slot] - 1)]
                    if Int(word.count) == wanted.count, text[Self.range(word)].elementsEqual(wanted) { return true }
                    slot = (slot + 1) & (slots.count - 1)
                }
                return false
            }
        }
        return isPlain || derived.contains(name)
    }

    private static func range(_ word: TextStubWord) -> Range<Int> {
        Int(word.offset)..<Int(word.offset + word.count)
    }

    /// FNV-1a.
    @inline(__always)
    private static func hash(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash
    }
}
