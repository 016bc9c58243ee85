/// The macros and functions that a library's own headers declare, from the preprocessor's output.
///
/// Reads the output of `clang -E -dD`: lines `# LINE "FILE" …` that give the origin of the following lines, `#define`
/// and `#undef`, and the rest of the source. Source: "Preprocessor Output" in GCC's manual, which clang follows.
public struct PreprocessedHeaders: Hashable, Sendable {
    /// The macros that are defined at the end, in the order of their last definitions.
    public var macros: [Macro] = []
    public var functions: [Function] = []

    public struct Macro: Hashable, Sendable {
        public var name: String
        /// Nil for an object-like macro.
        public var parameters: [String]?
        public var body: String
        /// The header's path, relative to the folder of the library's headers.
        public var file: String
        public var line: Int
    }

    public struct Function: Hashable, Sendable {
        public var name: String
        /// The result's type, in C.
        public var result: String
        public var parameters: [String]
        public var isVariadic: Bool
    }

    /// Reads the preprocessor's output.
    ///
    /// - Parameter folder: the folder of the library's headers; declarations in other headers are ignored.
    public init(_ text: String, below folder: String) {
        var source = ""
        var macros = MacroTable()
        var (file, line, isOwn) = ("", 1, false)
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let mark = Self.mark(row) {
                (line, file) = mark
                isOwn = file.hasPrefix(prefix)
                continue
            }
            if isOwn {
                if row.hasPrefix("#define ") {
                    if let macro = Macro(row.dropFirst(8), file: String(file.dropFirst(prefix.count)), line: line) {
                        macros.define(macro)
                    }
                } else if row.hasPrefix("#undef ") {
                    macros.undefine(String(row.dropFirst(7)))
                } else if !row.hasPrefix("#") {
                    source += row + "\n"
                }
            }
            line += 1
        }
        self.macros = macros.left
        functions = Self.functions(in: source)
    }

    /// Returns the line number and the file of a line such as `# 12 "a.h" 1`; nil for other lines. Preprocessors count
    /// lines in 32 bits.
    private static func mark(_ row: Substring) -> (line: Int, file: String)? {
        guard row.hasPrefix("# ") else { return nil }
        let rest = row.dropFirst(2)
        let number = rest.prefix { $0.isNumber }
        guard let line = Int32(number), let open = rest.firstIndex(of: "\""),
            let close = rest[rest.index(after: open)...].firstIndex(of: "\"")
        else { return nil }
        return (Int(line), String(rest[rest.index(after: open)..<close]))
    }
}

/// The current definitions. Each change takes constant time, since headers may define and undefine many macros.
private struct MacroTable {
    private var all: [PreprocessedHeaders.Macro?] = []
    private var places: [String: Int] = [:]

    /// The remaining macros, in the order of their last definition.
    var left: [PreprocessedHeaders.Macro] { all.compactMap(\.self) }

    mutating func define(_ macro: PreprocessedHeaders.Macro) {
        undefine(macro.name)
        places[macro.name] = all.count
        all.append(macro)
    }

    mutating func undefine(_ name: String) {
        if let place = places.removeValue(forKey: name) { all[place] = nil }
    }
}

extension PreprocessedHeaders.Macro {
    /// Reads the text after `#define `.
    init?(_ text: Substring, file: String, line: Int) {
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        guard !name.isEmpty else { return nil }
        var rest = text.dropFirst(name.count)
        var parameters: [String]?
        if rest.first == "(", let close = rest.firstIndex(of: ")") {
            let inside = rest[rest.index(after: rest.startIndex)..<close]
            parameters = inside.split(separator: ",").map { $0.filter { $0 != " " } }
            rest = rest[rest.index(after: close)...]
        }
        self.init(
            name: String(name), parameters: parameters, body: String(rest.drop { $0 == " " }), file: file, line: line)
    }
}
