/// The prefix of a library's global symbols, which avoids clashes between two libraries in one program.
public struct SymbolNamespace: Hashable, Sendable {
    /// The prefixes in C's spelling; empty when none are given and none can be guessed.
    public var words: [String]
    /// Whether the prefix was guessed, not given.
    public var isGuessed: Bool

    /// - Parameters:
    ///   - given: prefixes that a user named; empty to guess.
    ///   - file: the library's path: `libNAME.a` has the prefix `NAME` if at least half of its symbols begin with it.
    public init(given: [String], file: String, _ objects: some Sequence<ObjectSummary>) {
        isGuessed = given.isEmpty
        words = given.isEmpty ? Self.guess(file, objects).map { [$0] } ?? [] : given
    }

    /// Returns the library's name if at least half of the symbols begin with it; otherwise the most frequent first
    /// word, up to its `_`, if at least half of the symbols begin with that; otherwise nil.
    private static func guess(_ file: String, _ objects: some Sequence<ObjectSummary>) -> String? {
        let library = libraryName(file)
        var (all, own) = (0, 0)
        var words = ValueCounts<String>()
        for object in objects {
            for var symbol in object.definedSymbols {
                symbol.withUTF8 { text in
                    guard !isCompilers(text) else { return }
                    let name = bare(text)
                    all += 1
                    if name.starts(with: library.utf8) { own += 1 }
                    if let end = name.firstIndex(of: underscore) {
                        words.add(String(decoding: name[...end], as: UTF8.self))
                    }
                }
            }
        }
        guard all > 0 else { return nil }
        if !library.isEmpty, own * 2 >= all { return library }
        let best = words.all().max { ($0.value, $1.key) < ($1.value, $0.key) }
        return best.flatMap { $0.value * 2 >= all ? $0.key : nil }
    }

    /// Returns `secp256k1` for `lib/libsecp256k1.a`.
    private static func libraryName(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        let stem = name.prefix { $0 != "." }
        return String(stem.hasPrefix("lib") ? stem.dropFirst(3) : stem)
    }

    /// Returns the global symbols of an object without the library's prefix; nil when no prefix is known.
    public func others(of object: ObjectSummary) -> [String]? {
        guard !words.isEmpty else { return nil }
        return object.definedSymbols.filter { name in
            var name = name
            return name.withUTF8 { text in !Self.isCompilers(text) && !words.contains { Self.begins(text, with: $0) } }
        }
    }

    private static func begins(_ text: UnsafeBufferPointer<UInt8>, with word: String) -> Bool {
        bare(text).starts(with: word.utf8) || text.starts(with: word.utf8)
    }

    private static let underscore = UInt8(ascii: "_")

    /// Returns the name in C's spelling, without the leading underscores of private names.
    private static func bare(_ name: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        name.drop { $0 == underscore }
    }

    /// Returns whether compilers generate the name and use it in several objects: COFF's `.refptr.x`, `.weak.x` and
    /// `@feat.00`, Microsoft's names of constants, i386's `__x86.get_pc_thunk.bx`.
    static func isCompilers(_ name: String) -> Bool {
        var name = name
        return name.withUTF8(isCompilers)
    }

    private static func isCompilers(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        if first == UInt8(ascii: ".") || first == UInt8(ascii: "@") { return true }
        // All names in `shared` begin with two underscores or question marks.
        guard first == underscore || first == UInt8(ascii: "?"), text.dropFirst().first == first else { return false }
        return shared.contains { text.starts(with: $0.utf8) }
    }

    private static let shared = [
        "__x86.get_pc_thunk.", "___x86.get_pc_thunk.", "??_C@", "__real@", "__xmm@", "__ymm@",
    ]
}
