/// A hash set of words, with open addressing. The table stores the words' ranges in the text, not copies.
///
/// A malicious text could map all its words to one slot. A word is therefore searched in a few slots only; a word that
/// finds no free slot goes to an ordinary set, whose hashing is unpredictable.
struct TextStubWordTable: Sendable {
    private let bytes: ByteView
    private let words: [TextStubWord]
    // Index of a word plus one, or 0 for a free slot. The size is a power of two.
    private var slots: [UInt32]
    private var others: Set<String>

    private static let greatestDistance = 32

    /// - Parameter escaped: words that differ from their bytes in the text.
    init(_ words: [TextStubWord], escaped: [String], in bytes: ByteView) {
        self.bytes = bytes
        self.words = words
        others = Set(escaped)
        var size = 16
        while size < words.count * 2 { size *= 2 }
        slots = [UInt32](repeating: 0, count: size)
        bytes.withUnsafeBytes { text in
            for index in words.indices { insert(index, text) }
        }
    }

    private mutating func insert(_ index: Int, _ text: UnsafeRawBufferPointer) {
        let word = text[words[index].range]
        for slot in places(of: word) {
            if slots[slot] == 0 {
                slots[slot] = UInt32(index + 1)
                return
            }
            if text[words[Int(slots[slot] - 1)].range].elementsEqual(word) { return }
        }
        others.insert(String(decoding: word, as: UTF8.self))
    }

    func contains(_ name: String) -> Bool {
        var name = name
        let isInText = name.withUTF8 { wanted in
            bytes.withUnsafeBytes { text in
                for slot in places(of: UnsafeRawBufferPointer(wanted)[...]) {
                    guard slots[slot] != 0 else { return false }
                    let word = words[Int(slots[slot] - 1)]
                    if Int(word.count) == wanted.count, text[word.range].elementsEqual(wanted) { return true }
                }
                return false
            }
        }
        return isInText || others.contains(name)
    }

    /// Returns the possible slots of a word, in the order in which they are tried.
    @inline(__always)
    private func places(of word: Slice<UnsafeRawBufferPointer>) -> some Sequence<Int> {
        let (first, mask) = (Int(Self.hash(word)), slots.count - 1)
        return (0..<Self.greatestDistance).lazy.map { (first + $0) & mask }
    }

    /// Returns the FNV-1a hash.
    @inline(__always)
    private static func hash(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash
    }
}
