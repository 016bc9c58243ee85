/// What the global symbols of a library begin with, so that two libraries do not clash in one program.
public struct SymbolPrefix: Hashable, Sendable {
    /// As C spells names; none when nobody said and none can be guessed.
    public var words: [String]
    /// Whether nobody said so.
    public var isGuessed: Bool

    /// - Parameters:
    ///   - given: prefixes that a person named; empty to guess.
    ///   - file: the library's path: `libNAME.a` has the prefix `NAME` when at least half of its symbols do.
    public init(given: [String], file: String, _ objects: some Sequence<ObjectSummary>) {
        isGuessed = given.isEmpty
        words = given.isEmpty ? Self.guess(file, objects).map { [$0] } ?? [] : given
    }

    /// The name of the file, or else the first word of the symbols themselves, whichever at least half of them have.
    private static func guess(_ file: String, _ objects: some Sequence<ObjectSummary>) -> String? {
        let library = libraryName(file)
        var (all, own) = (0, 0)
        var words = RunCounts<String>()
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

    /// `secp256k1` of `lib/libsecp256k1.a`.
    private static func libraryName(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        let stem = name.prefix { $0 != "." }
        return String(stem.hasPrefix("lib") ? stem.dropFirst(3) : stem)
    }

    /// The global symbols of an object that do not begin like the library's; nil when no prefix is known.
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

    /// The name as C spells it, and without the underscores of what is private by convention.
    private static func bare(_ name: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        name.drop { $0 == underscore }
    }

    /// Names that compilers make and share between objects: COFF's `.refptr.x`, `.weak.x` and `@feat.00`, Microsoft's
    /// names of constants, i386's `__x86.get_pc_thunk.bx`.
    static func isCompilers(_ name: String) -> Bool {
        var name = name
        return name.withUTF8(isCompilers)
    }

    private static func isCompilers(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        if first == UInt8(ascii: ".") || first == UInt8(ascii: "@") { return true }
        // All of these begin with two underscores or question marks.
        guard first == underscore || first == UInt8(ascii: "?"), text.dropFirst().first == first else { return false }
        return shared.contains { text.starts(with: $0.utf8) }
    }

    private static let shared = [
        "__x86.get_pc_thunk.", "___x86.get_pc_thunk.", "??_C@", "__real@", "__xmm@", "__ymm@",
    ]
}
