/// What the global symbols of a library begin with, so that two libraries do not clash in one program.
public struct SymbolPrefix: Hashable, Sendable {
    /// As C spells names; none when nobody said and none can be guessed.
    public var words: [String]
    /// Whether nobody said so.
    public var isGuessed: Bool

    /// - Parameters:
    ///   - given: prefixes that a person named; empty to guess.
    ///   - file: the library's path: `libNAME.a` has the prefix `NAME` when at least half of its symbols do.
    public init(given: [String], file: String, _ objects: [ObjectSummary]) {
        isGuessed = given.isEmpty
        words = given.isEmpty ? Self.guess(file, objects).map { [$0] } ?? [] : given
    }

    /// The name of the file, or else the first word of the symbols themselves, whichever at least half of them have.
    private static func guess(_ file: String, _ objects: [ObjectSummary]) -> String? {
        let names = objects.flatMap { object in
            object.definedSymbols.lazy.filter { !isCompilers($0) }.map { bare($0) }
        }
        guard !names.isEmpty else { return nil }
        let library = libraryName(file)
        if !library.isEmpty, names.lazy.filter({ $0.hasPrefix(library) }).count * 2 >= names.count { return library }
        var counts: [Substring: Int] = [:]
        for name in names {
            if let end = name.firstIndex(of: "_") { counts[name[...end], default: 0] += 1 }
        }
        let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return best.flatMap { $0.value * 2 >= names.count ? String($0.key) : nil }
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
            let bare = Self.bare(name)
            return !Self.isCompilers(name) && !words.contains { bare.hasPrefix($0) || name.hasPrefix($0) }
        }
    }

    /// The name as C spells it, and without the underscores of what is private by convention.
    private static func bare(_ name: String) -> Substring { name.drop { $0 == "_" } }

    /// Names that compilers make and share between objects: COFF's `.refptr.x`, `.weak.x` and `@feat.00`, Microsoft's
    /// names of constants, i386's `__x86.get_pc_thunk.bx`.
    private static func isCompilers(_ name: String) -> Bool {
        name.utf8.first == 0x2E || name.utf8.first == 0x40 || shared.contains { name.hasPrefix($0) }
    }

    private static let shared = [
        "__x86.get_pc_thunk.", "___x86.get_pc_thunk.", "??_C@", "__real@", "__xmm@", "__ymm@",
    ]
}
