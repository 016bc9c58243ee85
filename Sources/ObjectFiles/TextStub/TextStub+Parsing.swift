/// Parses a .tbd; `TextStub.swift` describes the format.
extension TextStub {
    public init(_ bytes: ByteView) throws(ObjectFileError) {
        guard bytes.count < Int(UInt32.max) else { throw bytes.error(.tooLarge(UInt64(bytes.count))) }
        let documents = try bytes.withUnsafeBytes { text throws(ObjectFileError) in
            if Self.isJSON(bytes) { return try Self.documents(JSONReader(text, bytes)) }
            var parser = try TextStubParser(text, bytes)
            return try parser.documents()
        }
        self.init(bytes: bytes, documents: documents)
    }
}

/// A parser with one token of lookahead.
private struct TextStubParser {
    private let text: UnsafeRawBufferPointer
    private let view: ByteView
    private var scanner: TextStubScanner
    private var token = TextStubScanner.Token.end

    init(_ text: UnsafeRawBufferPointer, _ view: ByteView) throws(ObjectFileError) {
        self.text = text
        self.view = view
        scanner = TextStubScanner(text)
        try advance()
    }

    mutating func documents() throws(ObjectFileError) -> [TextStub.Document] {
        var all: [TextStub.Document] = []
        while token != .end {
            guard token == .documentStart else { throw wrong("`--- !tapi-tbd`") }
            try advance()
            all.append(try document())
            while token == .documentEnd { try advance() }
        }
        guard !all.isEmpty else { throw wrong("`--- !tapi-tbd`") }
        return all
    }

    private mutating func document() throws(ObjectFileError) -> TextStub.Document {
        var document = TextStub.Document(installName: "", targets: [], reexportedLibraries: [], exports: [])
        while case .key(let key, _) = token {
            try advance()
            switch string(key) {
            case "tbd-version": try checkVersion()
            case "install-name": document.installName = try scalar()
            case "targets": document.targets = try strings()
            case "reexported-libraries": document.reexportedLibraries += try reexportedLibraries()
            case "exports", "reexports": document.exports += try exports()
            default: try skipValue()  // Keys that a link does not need.
            }
        }
        guard token == .documentStart || token == .documentEnd || token == .end else { throw wrong("a key") }
        guard !document.installName.isEmpty else { throw wrong("`install-name`") }
        return document
    }

    private mutating func checkVersion() throws(ObjectFileError) {
        let version = try scalar()
        guard version == "4" else { throw view.error(.badField(.textStubVersion, value: UInt64(version) ?? 0)) }
    }

    private mutating func reexportedLibraries() throws(ObjectFileError) -> [TextStub.Document.Libraries] {
        var all: [TextStub.Document.Libraries] = []
        try items { parser, item in
            all.append(
                TextStub.Document.Libraries(
                    targets: (item["targets"] ?? []).map(parser.string),
                    names: (item["libraries"] ?? []).map(parser.string)))
        }
        return all
    }

    private mutating func exports() throws(ObjectFileError) -> [TextStub.Symbols] {
        var all: [TextStub.Symbols] = []
        try items { parser, item in
            let targets = (item["targets"] ?? []).map(parser.string)
            for kind in TextStub.Symbols.Kind.allCases {
                guard let words = item[kind.rawValue] else { continue }
                all.append(TextStub.Symbols(targets: targets, kind: kind, words: words))
            }
        }
        return all
    }

    /// Reads a block list of mappings from keys to lists of words; calls `take` for each mapping.
    private mutating func items(
        _ take: (TextStubParser, [String: [TextStubWord]]) -> Void
    ) throws(ObjectFileError) {
        if token == .openList {
            _ = try words()
            return
        }
        while case .item(let column) = token {
            try advance()
            take(self, try mapping(deeperThan: column))
        }
    }

    private mutating func mapping(deeperThan column: Int) throws(ObjectFileError) -> [String: [TextStubWord]] {
        var all: [String: [TextStubWord]] = [:]
        while case .key(let key, let own) = token, own > column {
            try advance()
            all[string(key), default: []] += try words()
        }
        return all
    }

    /// Reads a flow list; returns a single word as a list of one.
    private mutating func words() throws(ObjectFileError) -> [TextStubWord] {
        if case .word(let word) = token {
            try advance()
            return [word]
        }
        guard token == .openList else { throw wrong("`[`") }
        try advance()
        var all: [TextStubWord] = []
        while token != .closeList {
            guard case .word(let word) = token else { throw wrong("a word or `]`") }
            all.append(word)
            try advance()
            if token == .comma { try advance() } else if token != .closeList { throw wrong("`,` or `]`") }
        }
        try advance()
        return all
    }

    private mutating func strings() throws(ObjectFileError) -> [String] { try words().map(string) }

    private mutating func scalar() throws(ObjectFileError) -> String {
        guard case .word(let word) = token else { throw wrong("a word") }
        try advance()
        return string(word)
    }

    /// Skips a value of any supported form: a word, a list, a block list of mappings, or nothing.
    private mutating func skipValue() throws(ObjectFileError) {
        switch token {
        case .word, .openList: _ = try words()
        case .item: try items { _, _ in }
        case .key, .closeList, .comma, .documentStart, .documentEnd, .end: return
        }
    }

    private mutating func advance() throws(ObjectFileError) {
        guard let next = scanner.next() else { throw wrong("the end of a quoted word") }
        token = next
    }

    private func string(_ word: TextStubWord) -> String {
        String(decoding: text[word.range], as: UTF8.self)
    }

    private func wrong(_ expected: String) -> ObjectFileError {
        view.error(.badText(expected: expected), at: scanner.offset)
    }
}
