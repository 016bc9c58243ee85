/// The text of names to which many entries of a table refer.
///
/// In a malicious file, every entry could refer to one long text, and copying the names would take the square of
/// the file's size. All names together may therefore take 16 times the size of the text; linkers that share the ends of
/// names need far less.
struct NameTable {
    private let text: ByteView
    private var budget: Int

    init(_ text: ByteView) {
        self.text = text
        budget = text.count > Int.max / 32 ? Int.max : text.count * 16 + 4096
    }

    /// Returns the NUL-terminated name at an offset.
    mutating func name(at offset: Int) throws(ObjectFileError) -> String {
        try text.check(offset, 1)
        let end = text.withUnsafeBytes { System.indexOfByte(0, in: $0, from: offset) }
        guard let end else { throw text.error(.unterminatedText, at: offset) }
        budget -= end - offset
        guard budget >= 0 else { throw text.error(.badField(.nameOffset, value: UInt64(offset)), at: offset) }
        return text.withUnsafeBytes { String(decoding: $0[offset..<end], as: UTF8.self) }
    }
}
