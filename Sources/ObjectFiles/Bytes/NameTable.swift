/// Text that many entries of a table point into.
///
/// A file can point every entry at the same long text and so make a reader that copies names need the square of its
/// size. All names together may therefore take 16 times the table's text and no more; linkers that share the ends of
/// names stay far below that.
struct NameTable {
    private let text: ByteView
    private var budget: Int

    init(_ text: ByteView) {
        self.text = text
        budget = text.count > Int.max / 32 ? Int.max : text.count * 16 + 4096
    }

    /// The NUL-terminated name at an offset.
    mutating func name(at offset: Int) throws(ObjectFileError) -> String {
        try text.check(offset, 1)
        let end = text.withUnsafeBytes { System.indexOfByte(0, in: $0, from: offset) }
        guard let end else { throw text.error(.unterminatedText, at: offset) }
        budget -= end - offset
        guard budget >= 0 else { throw text.error(.badField(.nameOffset, value: UInt64(offset)), at: offset) }
        return text.withUnsafeBytes { String(decoding: $0[offset..<end], as: UTF8.self) }
    }
}
