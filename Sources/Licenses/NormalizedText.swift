/// A text in the form in which licenses are compared: its words in lower case, with one space between them.
///
/// Punctuation, line breaks, markers of comment lines and the dots in numbers are dropped: `Version 2.0, January 2004`
/// in a C comment becomes ` version 2 0 january 2004 `. The British spelling `licence` becomes `license`.
struct NormalizedText: Hashable, Sendable {
    /// The words, with a space before each and after the last.
    private var bytes: [UInt8] = [0x20]
    /// For each word, the indices in `bytes` at which it begins.
    private var places: [[UInt8]: [Int]] = [:]

    /// The maximum number of bytes that are read. The longest known license, GPL 3, has 35,000 characters.
    private static let limit = 200_000

    init(_ text: some StringProtocol) {
        var word: [UInt8] = []
        for byte in text.utf8.prefix(Self.limit) {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: word.append(byte)
            case 0x41...0x5A: word.append(byte | 0x20)
            // Apostrophes are dropped inside words, both ASCII (0x27) and Unicode: `program's` becomes `programs`.
            case 0x27, 0x80...0xFF: continue
            default: end(&word)
            }
        }
        end(&word)
    }

    private static let american: [[UInt8]: [UInt8]] = [
        Array("licence".utf8): Array("license".utf8), Array("licenced".utf8): Array("licensed".utf8),
        Array("licences".utf8): Array("licenses".utf8),
    ]
    /// Words that begin comment lines in M4 and in batch files.
    private static let leaders: Set<[UInt8]> = [Array("dnl".utf8), Array("rem".utf8)]

    private mutating func end(_ word: inout [UInt8]) {
        guard !word.isEmpty else { return }
        defer { word = [] }
        guard !Self.leaders.contains(word) else { return }
        let written = Self.american[word] ?? word
        places[written, default: []].append(bytes.count)
        bytes += written
        bytes.append(0x20)
    }

    /// Returns whether the text contains a phrase, word for word. The phrase must be normalized too: lower case, single
    /// spaces.
    func contains(_ phrase: String) -> Bool { place(of: phrase) != nil }

    /// Returns the text from the first occurrence of a phrase on, at most `limit` bytes; nil if the phrase does not
    /// occur.
    func words(from phrase: String, limit: Int) -> String? {
        place(of: phrase).map { String(decoding: bytes[$0...].prefix(limit), as: UTF8.self) }
    }

    private func place(of phrase: String) -> Int? {
        let wanted = Array(phrase.utf8) + [0x20]
        let first = Array(wanted.prefix { $0 != 0x20 })
        return places[first]?.first { bytes[$0...].starts(with: wanted) }
    }
}
