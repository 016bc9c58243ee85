import ObjectFiles
import TestSupport
import Testing

/// Compares the symbols and sections that are read with llvm-nm, llvm-objdump and the sources.
@Suite(.tags(.process)) struct ObjectSymbolsTests {
    private let corpus: Corpus
    private let folder: TestFolder

    init() throws {
        corpus = try Corpus.shared.get()
        folder = try TestFolder()
    }

    static let triples = (Corpus.appleRows + Corpus.otherRows).map(\.triple)

    /// Returns `NAME KIND` for each symbol; the kind is `undefined`, `common`, `local` or `global`, from nm's letter.
    private func nm(_ file: String) throws -> [String] {
        let output = try folder.need(LLVM.tool("nm"), ["--format=posix", "--no-sort", file])
        return output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 2, words[1] != "N" else { return nil }
            // llvm-nm lists every weak external of COFF as defined; the default definition of `maybe` is empty.
            if words[0] == "maybe", words[1] == "W" { return "maybe undefined" }
            return "\(words[0]) \(Self.kind(words[1]))"
        }
    }

    private static func kind(_ letter: String) -> String {
        switch letter {
        case "U", "w", "v": "undefined"
        case "C": "common"
        case let letter where letter == letter.lowercased(): "local"
        default: "global"
        }
    }

    private func kind(_ symbol: ObjectSymbol) -> String {
        switch symbol.definition {
        case .undefined: "undefined"
        case .common: "common"
        case .defined: symbol.binding == .local ? "local" : "global"
        }
    }

    @Test(arguments: triples)
    func `symbols match llvm-nm`(triple: String) throws {
        let bytes = try #require(corpus.objects[triple])
        try folder.write(bytes, to: "a.o")
        let expected = try nm("a.o").filter { !Self.isGenerated($0, triple) }
        let found = try ObjectFile(ByteView(bytes, name: "a.o")).symbols().map { "\($0.name) \(kind($0))" }
            .filter { !Self.isGenerated($0, triple) }
        #expect(expected.count >= 8)
        #expect(found.sorted() == expected.sorted())
    }

    /// Returns whether a row is a section symbol or a symbol that compilers generate: tools list these differently.
    private static func isGenerated(_ row: String, _ triple: String) -> Bool {
        row.hasPrefix(".") || row.hasPrefix("@") || row.hasPrefix("$") || row.hasPrefix("ltmp")
    }

    @Test(arguments: Corpus.appleRows.map(\.triple))
    func `weak references and definitions differ from strong ones`(triple: String) throws {
        let file = try ObjectFile(ByteView(#require(corpus.objects[triple]), name: "a.o"))
        let symbols = Dictionary(uniqueKeysWithValues: try file.symbols().map { ($0.name, $0) })
        #expect(symbols["_maybe"]?.binding == .weak)
        #expect(symbols["_needed"]?.binding == .global)
        #expect(symbols["_replaceable"]?.binding == .weak)
        #expect(symbols["_hidden"]?.isHidden == true)
        #expect(symbols["_entry"]?.isHidden == false)
        #expect(symbols["_tentative"]?.definition == .common)
        #expect(symbols["_tentative"]?.value == 160)
    }

    @Test(arguments: triples.filter { !$0.contains("wasm") })
    func `sections match llvm-objdump`(triple: String) throws {
        let bytes = try #require(corpus.objects[triple])
        try folder.write(bytes, to: "a.o")
        let output = try folder.need(LLVM.tool("objdump"), ["--section-headers", "a.o"])
        let expected = output.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let first = words.first, Int(first) != nil, words.count >= 4 else { return nil }
            // ELF's first section is empty and has no name: its line has one word less.
            return "\(words[1]) \(UInt64(words[2], radix: 16) ?? 0)"
        }.filter { !$0.hasPrefix("00000000 ") }
        let found = try ObjectFile(ByteView(bytes, name: "a.o")).sections().map { "\($0.name) \($0.size)" }
        #expect(found == expected)
    }

    @Test(arguments: Corpus.appleRows + Corpus.otherRows)
    func `the architecture has lipo's name for Mach-O and the triple's for other formats`(row: Corpus.Row) throws {
        let bytes = try #require(corpus.objects[row.triple])
        #expect(try ObjectFile(ByteView(bytes, name: "a.o")).summary().architecture == row.architecture)
    }
}
